import { type Q, q } from '../rule-oracle/exact'

/** A deterministic number in [0, 1) for a name: the model never changes between runs. */
export function steady(name: string): number {
  let hash = 2166136261
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 16777619)
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507)
  hash = Math.imul(hash ^ (hash >>> 13), 3266489909)
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296
}

/** A start value after this many months, each changing it by at most ± `swing` (0.01 = 1 %). */
export function drift(name: string, start: number, swing: number, months: number, decimals: number): Q {
  let value = start
  for (let month = 1; month <= months; month++) value *= 1 + (steady(`${name}/${month}`) * 2 - 1) * swing
  return q(value).round(decimals)
}
