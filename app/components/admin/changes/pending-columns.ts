import type { PendingChange } from '~/domain/access/pending-changes.server'
import { USER_LABELS } from '~/domain/access/users/user-fields'
import { type Account, BANK_ACCOUNT, countryNote } from '~/domain/bank-accounts/account'
import type { RowColumns } from '~/domain/lists/row-match'
import { RULE_TOLERANCE } from '~/domain/navs/tolerances/set-tolerance'
import { showDay, showIban, showInstant } from '~/domain/values/show'
import { definitionChanges } from '~/domain/workflow/definition-changes'
import {
  type PresentDefinition,
  type WantedDefinition,
  WORKFLOW_DEFINITION,
} from '~/domain/workflow-versions/definition-draft'
import type { GridColumn } from '~/ui/grid/columns'

/** Columns of the changes that wait. */
export function pendingColumns(timeZone: string): GridColumn<PendingChange>[] {
  return [
    {
      id: 'description',
      label: 'What',
      kind: 'text',
      groupable: false,
      wrap: true,
      render: (change) => change.description,
    },
    {
      id: 'change',
      label: 'Change',
      kind: 'text',
      wrap: true,
      values: false,
      exported: changeWords,
      render: changeWords,
    },
    {
      id: 'comment',
      label: 'Reason',
      kind: 'text',
      wrap: true,
      values: false,
      render: ({ comment }) => comment,
    },
    { id: 'requester', label: 'Requested by', kind: 'text', render: (change) => change.requester },
    {
      id: 'requestedAt',
      label: 'Requested',
      kind: 'instant',
      show: showDay,
      render: (change) => showInstant(change.requestedAt, timeZone),
    },
  ]
}

/** How they filter and sort. */
export const PENDING_ROW_COLUMNS: RowColumns<PendingChange> = {
  description: { kind: 'text', value: (change) => change.description },
  change: { kind: 'text', value: changeWords },
  comment: { kind: 'text', value: ({ comment }) => comment },
  requester: { kind: 'text', value: (change) => change.requester },
  requestedAt: { kind: 'instant', value: (change) => change.requestedAt.toISOString() },
}

/** Fields of the authorisation matrix as its tables call them; those that name an entry are told with it. */
const MATRIX = { amountTo: 'Amount to', rule: 'Rule', signatoryClass: 'Class', validTo: 'Valid to' }
const LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  user: { ...USER_LABELS, queues: 'Queues' },
  authorisation: { add: 'Add', update: 'Update', delete: 'Delete' },
  'authorisation rule': MATRIX,
  signatory: MATRIX,
  [RULE_TOLERANCE]: { value: 'Value', validFrom: 'Valid from', validTo: 'Valid to' },
  [BANK_ACCOUNT]: { iso3Currency: 'Ccy', bic: 'Bic', iban: 'IBAN' },
}

/** What a change does, field by field: "Bic: BGLLLULL → BILLLULL". */
export function changeWords({
  kind,
  before,
  after,
}: Pick<PendingChange, 'kind' | 'before' | 'after'>): string {
  if (after.deleted === true) return `Deleted; ${fieldWords(kind, null, before ?? {})}`
  if (kind === WORKFLOW_DEFINITION) return definitionWords(before, after)
  const note = kind === BANK_ACCOUNT ? countryNote(after as unknown as Account) : null
  return `${fieldWords(kind, before, after)}${note === null ? '' : ` (look again: ${note})`}`
}

function definitionWords(before: Record<string, unknown> | null, after: Record<string, unknown>): string {
  const [was, is] = [before as PresentDefinition | null, after as unknown as WantedDefinition]
  return definitionChanges(was?.steps ?? [], is.steps).join('; ')
}

function fieldWords(
  kind: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown>,
): string {
  const labels = LABELS[kind]
  return Object.entries(after)
    .filter(([field, value]) => before === null || text(before[field]) !== text(value))
    .flatMap(([field, value]) => {
      const label = labels ? labels[field] : field
      if (label === undefined) return []
      const shown = (each: unknown) => (field === 'iban' ? showIban(text(each)) : text(each))
      const was = before === null ? '' : `${shown(before[field])} → `
      return `${label}: ${was}${shown(value)}`
    })
    .join('; ')
}

function text(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const words = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return words === '' ? '(blank)' : words
}
