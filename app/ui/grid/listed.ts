import type { GridFacts } from './grid-view'
import type { ParsedGridQuery } from './query'

/** A page of a list as a route hands it to a grid. */
export type Listed<Row> = GridFacts & { rows: Row[]; parsed: ParsedGridQuery }
