/** What a check of a pack found. */
export interface PackReport {
  /** What does not hold, each in a sentence; empty for a pack that is whole. */
  findings: string[]
  story: { at: string; who: string; what: string; to: string; log: string }[]
  facts: Record<string, unknown>
}

export function verifyPack(bytes: Uint8Array, trusted: readonly string[]): Promise<PackReport>
