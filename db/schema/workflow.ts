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

/** Ids of all objects with a workflow, so that an id alone identifies an object (`/workflows/instances/{objectId}`). */
export const objectIdSequence = pgSequence('object_id', { startWith: 1001 })
export const nextObjectId = sql`nextval('object_id')`

export const workflowDefinition = pgTable(
  'workflow_definition',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** "nav", "draft", "invoice", "budget", "task", "reviewed task", "deadline". */
    kind: text('kind').notNull(),
    version: integer('version').notNull(),
    /** New objects use the latest version in force; existing objects keep theirs. */
    validFrom: date('valid_from', { mode: 'string' }).notNull(),
    /** The number of a shipped version; null for one made by the site. */
    shippedVersion: integer('shipped_version'),
    /** The user who requested a version made by the site, when it took effect, and why. */
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
    /** Starts a new round, like Reopen. */
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

/** The current place of each object; its row is the lock for taking a step. */
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
    /** Who moved it last, copied from that event: My work reads thousands. Null for SYSTEM. */
    lastUserId: integer('last_user_id'),
    /**
     * When its next step is due: a day, and HH:mm in the site's zone; null for none. Triggers update it and `opens`
     * from the object's own row, since My work sorts and counts everything open.
     */
    due: day('due'),
    dueTime: text('due_time'),
    /** The first day on which it can be worked on. */
    opens: day('opens').notNull().default('-infinity'),
  },
  (t) => [
    index('workflow_instance_state').on(t.kind, t.queue, t.status),
    // For My work: objects that wait for a user, among all objects.
    index('workflow_instance_open')
      .on(t.definitionId, t.queue, t.status, t.opens)
      .where(sql`${t.queue} not in ('SYSTEM', 'COMPLETED')`),
    // For NAV Production, which reads the first open NAV of each fund, among all objects.
    index('workflow_instance_open_navs')
      .on(t.objectId)
      .where(sql`${t.kind} = 'nav' and ${t.status} not in ('SENT', 'CANCELLED')`),
  ],
)

/** The events: never changed, never removed (the database refuses), with a hash chain for each object. */
export const workflowEvent = pgTable(
  'workflow_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    objectKind: text('object_kind').notNull(),
    objectId: bigint('object_id', { mode: 'number' }).notNull(),
    /** Position in the object's chain, from 1. */
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
    /** The name at that time. */
    whoName: text('who_name').notNull(),
    fromQueue: text('from_queue'),
    fromStatus: text('from_status'),
    queue: text('queue').notNull(),
    status: text('status').notNull(),
    class: text('class').notNull(),
    log: text('log').notNull(),
    /** Dates entered with the step, reasons, old and new values: everything that must remain unchanged for auditors. */
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
    // The name at that time: the audit trail shows and searches it, whatever users are called now.
    index('workflow_event_who').on(t.whoName, t.at),
  ],
)

/**
 * Links the heads of all changed chains into one global signed chain, so that removed or recomputed events are
 * detected.
 */
export const auditCheckpoint = pgTable('audit_checkpoint', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  at: instant('at').notNull(),
  /** Highest event id that it covers. */
  lastEventId: bigint('last_event_id', { mode: 'number' }).notNull(),
  /** [object id, seq, hash] of each chain changed since the previous checkpoint. */
  heads: jsonb('heads').notNull(),
  previousHash: text('previous_hash').notNull(),
  hash: text('hash').notNull(),
  /** Root of the Merkle tree over the heads; null for older checkpoints, whose hash covers the heads themselves. */
  root: text('root'),
  /** The seals since the previous checkpoint: {last, count, hash} of their numbers and hashes, in order. */
  seals: jsonb('seals'),
  /** Signature of the hash, with a key kept outside the database: Ed25519, or an HMAC without a root. */
  signature: text('signature').notNull(),
})

/** Makes a form sent twice take effect once: its key, and the result. */
export const idempotencyKey = pgTable('idempotency_key', {
  key: text('key').primaryKey(),
  userId: integer('user_id').notNull(),
  action: text('action').notNull(),
  answer: jsonb('answer'),
  createdAt: instant('created_at').notNull(),
})
