import type { Read } from 'db/database'
import type { Actor } from '~/areas/access/actor'
import { isBeingSetUp } from '~/areas/access/second-person.server'
import { SHEET_NAMES, type SheetName } from '~/areas/lookups/sheets'
import { waitingChanges } from '~/platform/approvals/pending-change-request.server'
import { changesOf, type PlannedChange } from '~/platform/tables/compare'
import { type Fault, faultText, inOrderOfCells } from '~/platform/tables/fault'
import { DomainError } from '~/platform/values/domain-error'
import { canonicalJson } from '~/platform/workflow/event-hash'
import { checkReference } from './check-reference'
import { withCleanHtml } from './clean-sheets.server'
import type { ImportPlan } from './import-plan'
import { knownReference } from './known.server'
import type { ReadReference } from './read-reference'
import { needsSecondPerson, ownRights } from './second-person'
import { storedRows } from './stored-rows.server'
import { asWaiting } from './waiting-accounts.server'
import { withoutWaitingUsers } from './waiting-users'

const LISTED = 200

/**
 * Holds a read workbook against the database.
 * @throws DomainError invalid, with every fault as `sheet!cell: what` (the first 200, then a count)
 */
export async function planImport(
  read: Read,
  workbook: ReadReference,
  actor: Actor | null,
): Promise<ImportPlan> {
  const clean = withCleanHtml(workbook)
  const known = await knownReference(read)
  const checked = checkReference(clean, known)
  refuse([...clean.faults, ...checked.faults], clean)
  const rightsAtOnce = await isBeingSetUp(read)
  const reference = rightsAtOnce ? clean : withoutWaitingUsers(clean, known.processes.users)
  const waiting = await waitingChanges(read)
  const wish = await asWaiting(read)
  const changes: PlannedChange[] = []
  const rows = new Map<SheetName, number>()
  const waitingAlready = new Map<SheetName, number>()
  for (const sheet of SHEET_NAMES) {
    const source = reference.sheets.get(sheet)
    if (!source) continue
    rows.set(sheet, source.rows.length)
    const stored = await storedRows(
      read,
      sheet,
      source.rows.map(({ values }) => values),
    )
    const planned = changesOf(sheet, source, stored)
    if (!needsSecondPerson(sheet) || rightsAtOnce) changes.push(...planned)
    else {
      const fresh = planned.filter((change) => {
        const wanted = wish(change)
        return wanted === null || waiting(wanted) !== canonicalJson(wanted.after)
      })
      waitingAlready.set(sheet, planned.length - fresh.length)
      changes.push(...fresh)
    }
  }
  if (actor && !rightsAtOnce) refuse(ownRights(changes, reference, actor.userName), reference)
  return { changes, rows, waitingAlready, rightsAtOnce, notes: [...reference.notes, ...checked.notes] }
}

function refuse(faults: Fault[], { order }: ReadReference): void {
  if (faults.length === 0) return
  const list = inOrderOfCells(faults, order).slice(0, LISTED).map(faultText)
  if (faults.length > LISTED) list.push(`and ${faults.length - LISTED} more`)
  const [count, them] =
    faults.length === 1 ? ['one fault was', 'it'] : [`${faults.length} faults were`, 'them']
  throw new DomainError(
    'invalid',
    `Nothing was imported: ${count} found. Correct ${them} and import the workbook again.`,
    {
      title: 'Import',
      list,
    },
  )
}
