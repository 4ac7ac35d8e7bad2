/** What a transaction's handle shares its compiled queries with. */
const families = new WeakMap<object, object>()

/** Lets a transaction's handle use the queries that earlier ones of its database have compiled (see prepared.ts). */
export function shareQueries(handle: object, family: object): void {
  families.set(handle, family)
}

/** The handle itself, unless it shares its queries with others. */
export function familyOf(handle: object): object {
  return families.get(handle) ?? handle
}
