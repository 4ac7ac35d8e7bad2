import type { PlayerBuild } from '../server/content/player-build.ts'

/** Stand-in for the built player, for tests whose responses do not depend on its files. */
export const fakePlayerBuild: PlayerBuild = {
  url: (source) => `/a/${source.replaceAll('/', '-')}`,
  moduleUrls: () => [],
  styleUrl: () => '/a/player.css',
  text: () => '',
  fingerprint: 'build',
}
