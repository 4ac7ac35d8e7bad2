/** The path of the instance's logo; it changes with the picture, so that browsers can cache it. Null: none. */
export function logoUrl(logoKey: string | null): string | null {
  const version = logoKey && /([\da-f]{8})[\da-f]*\.\w+$/.exec(logoKey)?.[1]
  return version ? `/api/v1/instance/logo?v=${version}` : null
}
