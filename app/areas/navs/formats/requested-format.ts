import type { Format } from '~/platform/formats/format'
import type { Day } from '~/platform/values/day'

/** The kind of change that waits for a second person. */
export const FILE_FORMAT = 'file format'

/** A version of a format as it waits, or as it was approved. */
export interface RequestedFormat {
  name: string
  from: Day
  /** The JSON as a text: the order of its keys stays. */
  definition: string
}

/** The JSON of a valid format as it waits. */
export function requestedFormat(definition: string): RequestedFormat {
  const { name, from } = JSON.parse(definition) as Format
  return { name, from, definition }
}
