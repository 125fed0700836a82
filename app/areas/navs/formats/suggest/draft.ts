import type { Fact, Format, Part } from '~/platform/formats/format'
import type { FactName, Kind } from '~/platform/formats/kinds'

/** A part of a format that is being taught: what it leaves out has the defaults of formats. */
export type DraftPart = Partial<Part>

export interface DraftTable {
  kind: Kind
  facts: Partial<Record<FactName, Fact>>
  parts: DraftPart[]
}

/** The JSON of a format that is being taught; it may still lack something. */
export type DraftFormat = Pick<Format, 'code' | 'name' | 'provider' | 'from' | 'to' | 'files'> &
  Partial<Pick<Format, 'funds' | 'classes' | 'decimal' | 'dates'>> & { tables: DraftTable[] }
