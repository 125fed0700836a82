import { appUser, pendingChange } from 'db/schema/access'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullNameOf } from '~/areas/access/users.server'
import { declaredColumns, type ListFields, type RowOf } from '~/platform/lists/list-fields.server'
import { ALSO_FOUND, CHANGE_TITLE } from './pending-change-kinds.server'

export const change = alias(pendingChange, 'change')
/** Who requested it; missing for changes of the command line. */
export const requester = alias(appUser, 'requester')

/** The name of who requested a `change`, of which `requester` is joined. */
export const REQUESTER = sql<string>`(case when ${change.requestedBy} is null then 'Command line'
  else coalesce(${fullNameOf(requester)}, '') end)`

/** The fields of a waiting change. */
export const PENDING_ROW = {
  id: { kind: 'id', sql: change.id, required: true },
  kind: { kind: 'text', sql: change.kind, required: true },
  target: { kind: 'text', sql: change.target, required: true },
  /** "User marie", "Authorisation of marie for NAV Controls". */
  description: {
    kind: 'text',
    sql: sql<string>`${CHANGE_TITLE}`,
    required: true,
    column: { header: 'What', enableGrouping: false, meta: { wrap: true, phone: 'object' } },
  },
  /**
   * What it does, field by field: "Bic: BGLLLULL → BILLLULL"; one line for each of several things. Its kind describes it;
   * searches find the old and new values, both as stored and as shown.
   */
  change: {
    kind: 'text',
    sql: sql<string>`concat_ws(' ', ${change.before}::text, ${change.after}::text, ${ALSO_FOUND})`,
    required: true,
    column: {
      header: 'Change',
      size: 260,
      // Built from stored data that has no order.
      enableSorting: false,
      meta: { wrap: true, values: false, phone: 'name' },
    },
  },
  /** The requester's reason; empty when none was given. */
  comment: {
    kind: 'text',
    sql: change.comment,
    required: true,
    column: { header: 'Reason', meta: { wrap: true, values: false, phone: 'next' } },
  },
  requestedBy: { kind: 'id', sql: change.requestedBy },
  /** Full name of the requester; "Command line" when no user was logged in. */
  requester: {
    kind: 'text',
    sql: REQUESTER,
    required: true,
    column: { header: 'Requested by', size: 130, meta: { phone: 'status' } },
  },
  requestedAt: {
    kind: 'instant',
    sql: change.requestedAt,
    required: true,
    column: { header: 'Requested', meta: { phone: 'due' } },
  },
} satisfies ListFields

/** A waiting change as lists show it. */
export interface WaitingChange extends RowOf<typeof PENDING_ROW> {
  /** The page with the grounds for the change, and its name; null where there is none. */
  proposedFrom: { label: string; href: string } | null
}

/** The columns of waiting changes. */
export const PENDING_DECLARED = declaredColumns(PENDING_ROW)
