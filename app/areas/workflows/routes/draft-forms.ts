import { z } from 'zod'
import { parseFields } from '~/http/form'
import { isDay } from '~/platform/values/day'
import type { OnceKey } from '~/platform/workflow/once.server'
import type { StepEntry } from '../step-entry'

const RELOAD = 'Reload the page and try again.'
const count = z
  .string(RELOAD)
  .regex(/^\d{1,9}$/, RELOAD)
  .transform(Number)
const text = (longest: number) => z.string().max(longest, RELOAD).default('')

/** The key under which a form takes effect once. */
export function onceKey(
  actor: { id: number },
  typed: Readonly<Record<string, string>>,
  action: string,
  now: Date,
): OnceKey {
  const { idempotencyKey: key } = parseFields({ idempotencyKey: typed.idempotencyKey ?? '' }, Once)
  return { key, userId: actor.id, action, now }
}

const Once = z.object({ idempotencyKey: z.uuid(RELOAD) })

/** What may be done with a version in the making. */
export const DraftDeed = z.discriminatedUnion(
  'do',
  [
    z.object({
      do: z.literal('request'),
      revision: count,
      validFrom: z.string('Choose the first day.').refine(isDay, 'Choose the first day.'),
      comment: z.string('Say why.').trim().min(1, 'Say why.').max(1_000, 'Say it in 1,000 characters.'),
    }),
    z.object({ do: z.literal('discard'), revision: count }),
  ],
  RELOAD,
)

/** Of the form that asks before a step is left out. */
export const StepDeletion = z.object({ revision: count })

const StepFields = z.object({
  revision: count,
  like: z
    .string()
    .regex(/^\d{0,3}$/, RELOAD)
    .default(''),
  display: text(200),
  from: text(100),
  to: text(100),
  newQueue: text(100),
  newStatus: text(100),
  newClass: text(30),
  actingQueue: text(100),
  dateToDisplayId: z.enum(['', '1', '2', '3'], RELOAD).default(''),
})

/** A step's form as it was sent. */
export const StepForm = StepFields.transform(({ revision, like, dateToDisplayId, ...entry }) => ({
  revision,
  like: like === '' ? null : Number(like),
  entry: {
    ...entry,
    dateToDisplayId: dateToDisplayId === '' ? null : (Number(dateToDisplayId) as 1 | 2 | 3),
  },
}))

/** The boxes of a step's form: those that are not ticked send nothing. */
export function boxesIn(
  typed: Readonly<Record<string, string>>,
): Pick<StepEntry, 'commentRequired' | 'excludes'> {
  const ticked = Object.entries(typed).flatMap(([name, value]) => (value === 'on' ? [name] : []))
  return {
    commentRequired: ticked.includes('commentRequired'),
    excludes: ticked.flatMap((name) =>
      name.startsWith('excludes-') ? [name.slice('excludes-'.length)] : [],
    ),
  }
}
