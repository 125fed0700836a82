import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { day, objectId } from '../columns'
import { appUser } from './access'
import { fund, legalEntity } from './lookups'
import { nextObjectId } from './workflow'

/**
 * Recurring work: a process (its tasks, its event, its due days), the entities that run it, and the resulting dates,
 * each with its tasks. A date is created once, a year ahead.
 */

/** A recurring event of an entity: "Month end", "NAV date". */
export const entityEvent = pgTable('entity_event', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  /** weekly, monthly, quarterly, half-yearly, yearly (the last day of the period), NAV date, NAV error, or given days. */
  recurrence: text('recurrence').notNull(),
  /** 1 Monday to 7 Sunday; for weekly events. */
  weekday: integer('weekday'),
  /** Month in which the year ends, 1 to 12; for quarterly, half-yearly and yearly events. */
  yearEndMonth: integer('year_end_month'),
  /** Calendar days after the last day of the period. */
  dayOffset: integer('day_offset').notNull().default(0),
  /** If it is not a business day: "stays", "before" or "after". */
  rolls: text('rolls').notNull(),
  isRetired: boolean('is_retired').notNull().default(false),
})

/** The dates of an event of the recurrence "given days". */
export const entityEventDay = pgTable(
  'entity_event_day',
  {
    entityEventId: integer('entity_event_id')
      .notNull()
      .references(() => entityEvent.id),
    date: day('date').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entityEventId, t.date] })],
)

/** A process type: the work for an entity each time its event recurs. */
export const process = pgTable('process', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull().unique(),
  category: text('category').notNull(),
  /** The recipients of its results: "CSSF", "Board". */
  recipient: text('recipient').notNull().default(''),
  entityEventId: integer('entity_event_id')
    .notNull()
    .references(() => entityEvent.id),
  /** Business days from the event date to the due date of the whole process. */
  dueOffset: integer('due_offset').notNull(),
  isRetired: boolean('is_retired').notNull().default(false),
})

/** A task of a process type; the template for each date's task. */
export const processTask = pgTable(
  'process_task',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    processId: integer('process_id')
      .notNull()
      .references(() => process.id),
    rank: integer('rank').notNull(),
    group: text('task_group').notNull().default(''),
    name: text('name').notNull(),
    /** The queue whose members do it. */
    team: text('team').notNull(),
    /** From the event date; negative if before it. */
    dueOffset: integer('due_offset').notNull(),
    /** What the offset counts: business days, or calendar weeks. */
    dueUnit: text('due_unit').notNull().default('business days'),
    /** Another user reviews it when done. */
    needsReview: boolean('needs_review').notNull().default(false),
    /** The step that ends it, of the object that its process is made with; null: people end it. */
    endsWith: text('ends_with'),
    /** "Task Info", sanitised both when written and when read. */
    descriptionHtml: text('description_html').notNull().default(''),
    isRetired: boolean('is_retired').notNull().default(false),
  },
  (t) => [uniqueIndex('process_task_name').on(t.processId, t.name)],
)

/** An entity runs a process, between two days; or a process is made once with an object of a fund, on one day. */
export const entityProcess = pgTable(
  'entity_process',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    processId: integer('process_id')
      .notNull()
      .references(() => process.id),
    /** Null with an object: it is that of the fund, if it has one. */
    legalEntityId: integer('legal_entity_id').references(() => legalEntity.id),
    /** The object that it is made with, and its fund; both null where an entity runs it. */
    objectId: objectId('object_id'),
    fundId: integer('fund_id').references(() => fund.id),
    /** The user assigned to its dates by default. */
    userId: integer('user_id').references(() => appUser.id),
    /** Both inclusive, compared with the event's nominal date; null for no end. */
    validFrom: day('valid_from').notNull(),
    validTo: day('valid_to'),
  },
  (t) => [
    uniqueIndex('entity_process_once').on(t.processId, t.legalEntityId),
    uniqueIndex('entity_process_object').on(t.objectId, t.processId).where(sql`${t.objectId} is not null`),
    index('entity_process_entity').on(t.legalEntityId),
  ],
)

/** The due date, if there are open tasks: PostgreSQL collects statistics for its plans because it is indexed. */
export const DUE_WHILE_OPEN = sql`(case when open_due is not null then due_date end)`

/** A process of an entity on one event date; its id is an object id, for its chain of acts. */
export const entityProcessDate = pgTable(
  'entity_process_date',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    entityProcessId: integer('entity_process_id')
      .notNull()
      .references(() => entityProcess.id),
    /** From the recurrence, before it is moved because of holidays: each nominal date is created only once. */
    nominalDate: day('nominal_date').notNull(),
    eventDate: day('event_date').notNull(),
    dueDate: day('due_date').notNull(),
    userId: integer('user_id').references(() => appUser.id),
    /**
     * The state of its tasks: sums that triggers of task and workflow_instance update (sum_tasks) in the transaction
     * that changes a task. Otherwise the list would add up hundreds of thousands of tasks for each page.
     */
    tasks: integer('tasks').notNull().default(0),
    completeTasks: integer('complete_tasks').notNull().default(0),
    /** When the first open task is due; null if all are complete. */
    openDue: day('open_due'),
    /** The queues with tasks, those with open tasks, the first due date of each, and those that have started one. */
    teams: text('teams').array().notNull().default(sql`'{}'`),
    openTeams: text('open_teams').array().notNull().default(sql`'{}'`),
    openTeamDues: day('open_team_dues').array().notNull().default(sql`'{}'`),
    begunTeams: text('begun_teams').array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex('entity_process_date_once').on(t.entityProcessId, t.nominalDate),
    index('entity_process_date_event').on(t.eventDate),
    index('entity_process_date_due').on(t.dueDate),
    index('entity_process_date_days').on(sql`${DUE_WHILE_OPEN}`, t.id),
    index('entity_process_date_done').on(t.dueDate, t.id).where(sql`${t.openDue} is null`),
    // Late ones are due before today.
    index('entity_process_date_open').on(t.openDue).where(sql`${t.openDue} is not null`),
  ],
)

/** A task of one process date; its workflow state is the instance with the same id, in the queue of its team. */
export const task = pgTable(
  'task',
  {
    id: objectId('id').primaryKey().default(nextObjectId),
    entityProcessDateId: objectId('entity_process_date_id')
      .notNull()
      .references(() => entityProcessDate.id),
    processTaskId: integer('process_task_id')
      .notNull()
      .references(() => processTask.id),
    /** Copied from the process type when the task was created, so that a finished task keeps its specification. */
    rank: integer('rank').notNull(),
    group: text('task_group').notNull(),
    name: text('name').notNull(),
    team: text('team').notNull(),
    dueOffset: integer('due_offset').notNull(),
    dueUnit: text('due_unit').notNull().default('business days'),
    dueDate: day('due_date').notNull(),
    needsReview: boolean('needs_review').notNull(),
  },
  (t) => [
    uniqueIndex('task_once').on(t.entityProcessDateId, t.processTaskId),
    index('task_due').on(t.dueDate),
  ],
)
