import type { Shown } from './pages'

/** Recent previews, by the SHA-256 of their document; nothing of it is stored. */
export class PreviewCache {
  readonly #kept = new Map<string, { shown: Promise<Shown>; bytes: number }>()
  #bytes = 0

  /** @param most bytes of all made PDFs together; `entries` is the most previews that are kept */
  constructor(
    private readonly most = 64 * 1024 * 1024,
    private readonly entries = 500,
  ) {}

  /**
   * The known preview, or else the result of `make`; callers in the meantime wait for the same result. A failure is not
   * kept.
   */
  get(sha256: string, make: () => Promise<Shown>): Promise<Shown> {
    const known = this.#kept.get(sha256)
    if (known) {
      this.#kept.delete(sha256)
      this.#kept.set(sha256, known)
      return known.shown
    }
    const entry = { shown: make(), bytes: 0 }
    this.#kept.set(sha256, entry)
    entry.shown.then(
      (shown) => {
        if (this.#kept.get(sha256) !== entry) return
        entry.bytes = shown.as === 'pdf' ? shown.bytes.byteLength : 0
        this.#bytes += entry.bytes
        this.#forget()
      },
      () => {
        if (this.#kept.get(sha256) === entry) this.#kept.delete(sha256)
      },
    )
    return entry.shown
  }

  /** The oldest go first. */
  #forget(): void {
    for (const [sha256, { bytes }] of this.#kept) {
      if (this.#bytes <= this.most && this.#kept.size <= this.entries) return
      this.#kept.delete(sha256)
      this.#bytes -= bytes
    }
  }
}
