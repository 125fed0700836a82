import type { DomainError } from '~/platform/values/domain-error'
import { tooLarge } from './refusals'

/** How much of a workbook is read at most; small zip files can hold gigabytes. */
export const LIMITS = {
  /** Entries of the zip file. */
  entries: 1_000,
  /** Bytes that really came out of decompression, over all parts read. */
  inflatedBytes: 50 * 1024 * 1024,
  /** Filled cells over all sheets. */
  cells: 200_000,
  /** Characters of all texts. */
  text: 20 * 1024 * 1024,
  /** Elements within each other; real workbooks stay below 30. */
  depth: 200,
} as const

/** Counts how much was read of one workbook and throws the refusal as soon as a limit is passed. */
export class Budget {
  private inflated = 0
  private cellCount = 0
  private characters = 0

  constructor(private readonly file: string) {}

  inflate(bytes: number): void {
    this.inflated += bytes
    if (this.inflated > LIMITS.inflatedBytes) throw this.refusal('its content unpacks to more than 50 MB')
  }

  cell(): void {
    if (++this.cellCount > LIMITS.cells) throw this.refusal('it has more than 200,000 filled cells')
  }

  text(characters: number): void {
    this.characters += characters
    if (this.characters > LIMITS.text) throw this.refusal('it holds more than 20 MB of text')
  }

  private refusal(why: string): DomainError {
    return tooLarge(this.file, why)
  }
}
