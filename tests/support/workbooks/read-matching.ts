import type { MatchingData } from '~/areas/navs/workbooks/control-data'
import type { UploadedFile } from '~/areas/navs/workbooks/read-control'
import { type ReadMatchingBy, readMatching } from '~/areas/navs/workbooks/read-matching'

/** FUNDESK's own headings alone. */
export const BY_FUNDESK: ReadMatchingBy = { named: null, others: [], known: {}, fundCode: '' }

/** The positions of a file with FUNDESK's headings, as a matching reads them, with the same refusals. */
export async function positionsIn(file: UploadedFile): Promise<MatchingData> {
  return (await readMatching(file, BY_FUNDESK)).data
}
