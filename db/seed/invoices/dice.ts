/**
 * Throws that are always the same for a number: only integer arithmetic, so that every machine makes the same invoices
 * (mulberry32).
 */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0
  }

  /** A number in [0, 1). */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let hash = this.#state
    hash = Math.imul(hash ^ (hash >>> 15), hash | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from 0 to below `count`. */
  below(count: number): number {
    return Math.floor(this.share() * count)
  }

  /** True in this share of the throws. */
  chance(share: number): boolean {
    return this.share() < share
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  /** One of the items, the first ones more often. */
  oftenFirst<Item>(items: readonly Item[]): Item {
    const share = this.share()
    return items[Math.floor(share * share * items.length)] as Item
  }

  /** One of the items by their weights, which add up to 100. */
  weighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item {
    let left = this.share() * 100
    for (const [item, weight] of items) {
      left -= weight
      if (left < 0) return item
    }
    return items[items.length - 1]?.[0] as Item
  }
}
