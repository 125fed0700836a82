import { sameSearch } from '~/http/address'
import type { Guarded } from '~/http/guard'
import { type PageForms, pageForm, redirectWithStatus } from '~/http/page-answer'
import { MATCH } from '../bank-inbox/bank-entry'
import { explainEntry, takeOverEntry } from '../bank-inbox/explain-entry.server'
import { AcceptFields, ExplainFields, settlementOf, TakeOverFields } from '../forms'

interface EntryPage {
  guarded: Guarded
  request: Request
  entryId: number
}

const NOT_EXPLAINED = 'The entry was not explained'

/** The page that follows an explained entry: its drawer closes. */
const explained = ({ guarded, request, entryId }: EntryPage, line: string) =>
  redirectWithStatus(
    guarded,
    `/bank-inbox/${entryId}${sameSearch(request, { done: 1, [MATCH]: null })}`,
    line,
  )

const accept = pageForm({
  title: NOT_EXPLAINED,
  fields: AcceptFields,
  async answer(page: EntryPage, { seenEventId, eventLog }) {
    const { guarded, entryId } = page
    const input = { entryId, how: { kind: 'accept' } as const, comment: eventLog, seenEventId }
    return explained(page, await guarded.transaction((context) => explainEntry(context, input)))
  },
})

const explain = pageForm({
  title: NOT_EXPLAINED,
  fields: ExplainFields,
  async answer(page: EntryPage, { seenEventId, eventLog, ...chosen }, typed) {
    const { guarded, entryId } = page
    const input = { entryId, how: settlementOf(chosen, typed), comment: eventLog, seenEventId }
    return explained(page, await guarded.transaction((context) => explainEntry(context, input)))
  },
})

const owner = pageForm({
  title: 'The entry was not taken over',
  fields: TakeOverFields,
  async answer({ guarded, request, entryId }: EntryPage) {
    const line = await guarded.transaction((context) => takeOverEntry(context, entryId))
    return redirectWithStatus(guarded, `/bank-inbox/${entryId}${sameSearch(request)}`, line)
  },
})

/** The forms of the drawer of an entry. */
export const ENTRY_FORMS: PageForms<EntryPage> = { accept, explain, owner }
