/** Random values that are the same for the same seed (mulberry32). */
export class Random {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** From 0 up to, but not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }
  /** An integer, both bounds included. */
  whole(low: number, high: number): number {
    return Math.floor(this.between(low, high + 1))
  }
  chance(share: number): boolean {
    return this.next() < share
  }
  pick<T>(of: readonly T[]): T {
    const found = of[Math.floor(this.next() * of.length)]
    if (found === undefined) throw new Error('Nothing to pick from')
    return found
  }
  shuffled<T>(of: readonly T[]): T[] {
    const rest = [...of]
    const out: T[] = []
    while (rest.length > 0) out.push(...rest.splice(this.whole(0, rest.length - 1), 1))
    return out
  }
  /** This many different ones, or all if there are fewer. */
  some<T>(of: readonly T[], count: number): T[] {
    return this.shuffled(of).slice(0, count)
  }
}
