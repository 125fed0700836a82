/**
 * A number in [0, 1) that is always the same for a name. Only integer arithmetic, so that every machine makes the same
 * demo data and the same bytes of the sample workbooks.
 */
export function steady(name: string): number {
  let hash = 2166136261
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296
}

/** The same as a number in [-1, 1). */
export function swing(name: string): number {
  return steady(name) * 2 - 1
}
