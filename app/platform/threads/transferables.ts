/** Arguments ready to cross to a worker. */
export interface Parcel {
  args: unknown[]
  /** Buffers that are handed over without another copy. */
  transfer: ArrayBuffer[]
  /** Names of the files among the arguments. */
  fileNames: string[]
}

const DEPTH = 3

/** Packs a job's arguments: bytes are copied once, so that the caller keeps its own, and the copies handed over. */
export function parcelOf(args: readonly unknown[]): Parcel {
  const transfer: ArrayBuffer[] = []
  const fileNames: string[] = []
  const pack = (value: unknown, depth: number): unknown => {
    if (value instanceof Uint8Array) {
      const copy = new Uint8Array(value)
      transfer.push(copy.buffer)
      return copy
    }
    if (depth === DEPTH || typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => pack(each, depth + 1))
    if (Object.getPrototypeOf(value) !== Object.prototype) return value
    if ('bytes' in value && 'name' in value && typeof value.name === 'string') fileNames.push(value.name)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, pack(each, depth + 1)]))
  }
  return { args: args.map((each) => pack(each, 1)), transfer, fileNames }
}
