import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { day, instant } from '../columns'
import { appUser } from './access'

/** One engine for NAVs, drafts, invoices, budgets and tasks: definitions, the place of each object, and its events. */

/** Every object with a workflow takes its id here, so that an id alone names it (`/workflows/instances/{objectId}`). */
export const objectIdSequence = pgSequence('object_id', { startWith: 1001 })
export const nextObjectId = sql`nextval('object_id')`

export const workflowDefinition = pgTable(
  'workflow_definition',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** "nav", "draft", "invoice", "budget", "task", "reviewed task". */
    kind: text('kind').notNull(),
    version: integer('version').notNull(),
    /** New objects take the latest version in force; an existing object keeps its own. */
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** The number of a version that Fundesk ships; null for one that the site made. */
    shippedVersion: integer('shipped_version'),
    /** The user who requested a version that the site made, when it took effect, and why. */
    madeBy: integer('made_by').references(() => appUser.id),
    madeAt: instant('made_at'),
    comment: text('comment').notNull().default(''),
  },
  (t) => [
    uniqueIndex('workflow_definition_version').on(t.kind, t.version),
    uniqueIndex('workflow_definition_shipped').on(t.kind, t.shippedVersion),
  ],
)

export const workflowStep = pgTable(
  'workflow_step',
  {
    /** `workflowId` in the specification's payloads. */
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    definitionId: integer('definition_id')
      .notNull()
      .references(() => workflowDefinition.id),
    sortingOrder: integer('sorting_order').notNull(),
    /** Stable name of the step within its kind: "submit", "approve". */
    name: text('name').notNull(),
    display: text('display').notNull(),
    fromQueue: text('from_queue'),
    /** Null: from any status of the queue. */
    fromStatus: text('from_status'),
    toQueue: text('to_queue').notNull(),
    toStatus: text('to_status').notNull(),
    toClass: text('to_class').notNull(),
    /** The queue whose members may take it; SYSTEM has no members. */
    actingQueue: text('acting_queue').notNull(),
    /** The function whose update permission is needed. */
    functionId: text('function_id').notNull(),
    dateToDisplayId: integer('date_to_display_id'),
    commentRequired: boolean('comment_required').notNull().default(false),
    /** Begins a new round, as Reopen does. */
    opensRound: boolean('opens_round').notNull().default(false),
    /** Marks (of users who did something in this round) that exclude a user from this step. */
    excludes: text('excludes').array().notNull().default(sql`'{}'`),
    /** The mark that a user gets by taking this step. */
    mark: text('mark'),
    /** Named conditions and effects that the owning area implements. */
    condition: text('condition'),
    effect: text('effect'),
  },
  (t) => [index('workflow_step_definition').on(t.definitionId)],
)

/** The current place of each object; its row is the lock that a step takes. */
export const workflowInstance = pgTable(
  'workflow_instance',
  {
    objectId: bigint('object_id', { mode: 'number' }).primaryKey(),
    kind: text('kind').notNull(),
    definitionId: integer('definition_id')
      .notNull()
      .references(() => workflowDefinition.id),
    round: integer('round').notNull().default(1),
    queue: text('queue').notNull(),
    status: text('status').notNull(),
    class: text('class').notNull(),
    lastEventId: bigint('last_event_id', { mode: 'number' }).notNull(),
    lastEventAt: instant('last_event_at').notNull(),
    /** Who moved it last, as that event says: My work looks at thousands. Null for SYSTEM. */
    lastUserId: integer('last_user_id'),
    /**
     * Until when its next step is due: a day, and HH:mm in the site's zone; null for none. Triggers keep it and `opens`
     * as the object's own row says, since My work sorts and counts all that is open.
     */
    due: day('due'),
    dueTime: text('due_time'),
    /** The day from which it can be worked on. */
    opens: day('opens').notNull().default('-infinity'),
  },
  (t) => [
    index('workflow_instance_state').on(t.kind, t.queue, t.status),
    // What waits for somebody, among all objects: My work.
    index('workflow_instance_open')
      .on(t.definitionId, t.queue, t.status, t.opens)
      .where(sql`${t.queue} not in ('SYSTEM', 'COMPLETED')`),
    // The NAVs that are not done, among all objects: NAV Production reads the first of each fund.
    index('workflow_instance_open_navs')
      .on(t.objectId)
      .where(sql`${t.kind} = 'nav' and ${t.status} not in ('SENT', 'CANCELLED')`),
  ],
)

/** The events: never changed, never removed (the database refuses), each object's events a hash chain. */
export const workflowEvent = pgTable(
  'workflow_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    objectKind: text('object_kind').notNull(),
    objectId: bigint('object_id', { mode: 'number' }).notNull(),
    /** Place in the object's chain, from 1. */
    seq: integer('seq').notNull(),
    round: integer('round').notNull(),
    /** "step", "system" (by a rule of the system), or "act" (an action without a change of state). */
    type: text('type').notNull(),
    /** Name of the step or act: "submit", "override rule". */
    name: text('name').notNull(),
    stepId: integer('step_id').references(() => workflowStep.id),
    at: instant('at').notNull(),
    /** Null for SYSTEM. */
    userId: integer('user_id').references(() => appUser.id),
    /** As the name was then. */
    whoName: text('who_name').notNull(),
    fromQueue: text('from_queue'),
    fromStatus: text('from_status'),
    queue: text('queue').notNull(),
    status: text('status').notNull(),
    class: text('class').notNull(),
    log: text('log').notNull(),
    /** Dates entered with the step, reasons, old and new values: everything that an auditor must see unchanged. */
    data: jsonb('data').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [
    uniqueIndex('workflow_event_chain').on(t.objectId, t.seq),
    index('workflow_event_at').on(t.at),
    // Auditors query the actions of one user, and the events of one kind of object.
    index('workflow_event_user').on(t.userId, t.at),
    index('workflow_event_kind').on(t.objectKind, t.at),
    // The name at that time: the audit trail shows it and is searched by it, whatever users are called now.
    index('workflow_event_who').on(t.whoName, t.at),
  ],
)

/** Joins the heads of all changed chains into one global signed chain, so that removed or recomputed events are found. */
export const auditCheckpoint = pgTable('audit_checkpoint', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  /** Highest event id that it covers. */
  lastEventId: bigint('last_event_id', { mode: 'number' }).notNull(),
  /** [object id, seq, hash] of each chain changed since the checkpoint before. */
  heads: jsonb('heads').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
  /** Root of the Merkle tree over the heads; null for one of before, whose hash goes over the heads themselves. */
  root: text('root'),
  /** The seals since the checkpoint before: {last, count, hash} of their numbers and hashes, in their order. */
  seals: jsonb('seals'),
  /** Of the hash, with a key kept outside the database: Ed25519, or an HMAC without a root. */
  signature: text('signature').notNull(),
})

/** A form sent twice takes effect once: the key it carried, and the result. */
export const idempotencyKey = pgTable('idempotency_key', {
  key: text('key').primaryKey(),
  userId: integer('user_id').notNull(),
  action: text('action').notNull(),
  answer: jsonb('answer'),
  createdAt: instant('created_at').notNull(),
})
