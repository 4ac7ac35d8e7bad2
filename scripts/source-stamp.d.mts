/** All source files of the build, as paths below `root`. */
export function sourcesOfBuild(root: string): string[]
