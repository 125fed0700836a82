import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant } from '../columns'

/** Users, their rights, and their sessions. */

export const appUser = pgTable(
  'app_user',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userName: text('user_name').notNull().unique(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    role: text('role').notNull(),
    /** One of the specification's five dashboards, or anything else for the blank HomePage. */
    homepage: text('homepage').notNull().default(''),
    /** argon2id; null until a password is set. */
    passwordHash: text('password_hash'),
    /** A password set by another user: it only opens the page that changes it. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    passwordSetAt: instant('password_set_at'),
    /** When another user last gave this user access: a one-time password, enabling, another sign-on. */
    resetAt: instant('reset_at'),
    /** One administrator alone reset the access: payments and bank accounts stay closed to the user. */
    resetAlone: boolean('reset_alone').notNull().default(false),
    /**
     * This user at the identity provider: the provider's name, and an identifier that it never reuses for another user.
     */
    signOnIssuer: text('sign_on_issuer'),
    signOnSubject: text('sign_on_subject'),
    disabledAt: instant('disabled_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('app_user_sign_on').on(t.signOnIssuer, t.signOnSubject)],
)

/** A notice to a user about access to the site: shown on every page until the user closes it. */
export const userNotice = pgTable(
  'user_notice',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    at: instant('at').notNull(),
    text: text('text').notNull(),
    /** Cannot be closed before this: an attacker who got in by a reset could otherwise close it for the user. */
    closableFrom: instant('closable_from').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [index('user_notice_of').on(t.userId, t.at)],
)

/** A page of the product that users may be authorised for (uxFunction of the specification). */
export const uxFunction = pgTable('ux_function', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  domain: text('domain').notNull(),
  domainType: text('domain_type').notNull(),
  isDomain: boolean('is_domain').notNull(),
  /** Path of the page; a function without routing is not in the menus. */
  routing: text('routing'),
  uxSortOrder: integer('ux_sort_order').notNull(),
})

export const authorisation = pgTable(
  'authorisation',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    functionId: text('function_id')
      .notNull()
      .references(() => uxFunction.id),
    add: boolean('may_add').notNull(),
    update: boolean('may_update').notNull(),
    delete: boolean('may_delete').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.functionId] })],
)

/** Membership of a queue: the role in workflow steps. */
export const userQueue = pgTable(
  'user_queue',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    queue: text('queue').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.queue] })],
)

export const session = pgTable(
  'session',
  {
    /** SHA-256 of the id in the cookie: a stolen table gives no access. */
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id').references(() => appUser.id),
    data: jsonb('data').notNull(),
    /** The browser and address of the login, so that the owner can recognise it. */
    agent: text('agent').notNull().default(''),
    address: text('address').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('session_user').on(t.userId), index('session_expiry').on(t.expiresAt)],
)

/**
 * A form that arrived after its session had ended: its typed values, only for its user, until it is shown again or an
 * hour has passed. Never files, never passwords.
 */
export const formRecovery = pgTable(
  'form_recovery',
  {
    /** SHA-256 of the id in the cookie of the sending browser. */
    idHash: text('id_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    /** Path and search of the page that shows it again. */
    page: text('page').notNull(),
    /** Texts by field name. */
    typed: jsonb('typed').notNull(),
    /** Names of the files sent with it, to be chosen again. */
    files: jsonb('files').notNull(),
    storedAt: instant('stored_at').notNull(),
  },
  (t) => [index('form_recovery_user').on(t.userId, t.storedAt)],
)

/** A personal token for calls; shown once, stored hashed. */
export const apiToken = pgTable('api_token', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id')
    .notNull()
    .references(() => appUser.id),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  readOnly: boolean('read_only').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at'),
  lastUsedAt: instant('last_used_at'),
  revokedAt: instant('revoked_at'),
})

/** A person acts for another one who is away, from a day to a day. */
export const substitution = pgTable(
  'substitution',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    absentId: integer('absent_id')
      .notNull()
      .references(() => appUser.id),
    substituteId: integer('substitute_id')
      .notNull()
      .references(() => appUser.id),
    /** The beginning of its first day, at the site. */
    startsAt: instant('starts_at').notNull(),
    /** The end of its last day; earlier where it was ended, at its start where it never began. */
    endsAt: instant('ends_at').notNull(),
    /** The queues and authorisations that were handed over: what the absent person has lost since is not. */
    rights: jsonb('rights').notNull(),
    /** Null for the command line. */
    createdBy: integer('created_by').references(() => appUser.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('substitution_substitute').on(t.substituteId, t.endsAt),
    index('substitution_absent').on(t.absentId, t.endsAt),
  ],
)

/** A change that takes effect when another authorised user approves it (product: changes that need a second person). */
export const pendingChange = pgTable(
  'pending_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The kind of its object: "user", "authorisation", "bank account", ... */
    kind: text('kind').notNull(),
    /** Its key within the kind, such as a user name. */
    target: text('target').notNull(),
    before: jsonb('before'),
    after: jsonb('after').notNull(),
    /**
     * Data that takes effect with it and is in no event chain: the hash of a one-time password; removed by the
     * decision.
     */
    secret: text('secret'),
    requestedBy: integer('requested_by').references(() => appUser.id),
    requestedAt: instant('requested_at').notNull(),
    /** The reasons given by the requester and by the user who decided. */
    comment: text('comment').notNull().default(''),
    decisionComment: text('decision_comment').notNull().default(''),
    decidedBy: integer('decided_by').references(() => appUser.id),
    decidedAt: instant('decided_at'),
    /** "approved", "refused", "withdrawn" by its requester, or "superseded" by a newer one; null while it waits. */
    decision: text('decision'),
  },
  (t) => [index('pending_change_waiting').on(t.decision, t.kind)],
)

/** Settings of the site that are stored as data: "demo" while the demo data is loaded. */
export const siteSetting = pgTable('site_setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
})
