import { z } from 'zod'
import { FUNCTION_IDS, type FunctionId } from '~/areas/access/actor'
import { RELOAD } from '~/http/form'
import { queuesOf } from '~/platform/workflow/kind-rules'
import type { FunctionRights } from './user'
import { queueOfField, type Right, rightField } from './user-fields'

/** The forms of users. Only their shape is checked here; the domain checks their content. */

const line = z.string().max(400, 'At most 400 characters.').default('')

const UserFormFields = z.object({ firstName: line, lastName: line, role: line, homepage: line })

export const NewUserFields = UserFormFields.extend({
  userName: line,
  likeUser: line,
})

const Seen = z.object({
  firstName: z.string(),
  lastName: z.string(),
  role: z.string(),
  homepage: z.string(),
})

export const UserSaveFields = UserFormFields.extend({
  /** As the form showed them. */
  seen: z.string(RELOAD).transform((text, context) => {
    try {
      return Seen.parse(JSON.parse(text))
    } catch {
      context.addIssue({ code: 'custom', message: RELOAD })
      return z.NEVER
    }
  }),
})

/** With the boxes of queues, or of authorisations: what was ticked when the form was shown, as text. */
export const RightsFields = z.object({ shown: z.string().max(10_000, RELOAD).default('') })

export const AccessFields = z.object({
  act: z.enum(['enable', 'unlink', 'endSessions', 'endTokens'], RELOAD),
})

export const DisableFields = z.object({
  comment: z.string().max(1_000, 'At most 1,000 characters.').default(''),
})

type Typed = Readonly<Record<string, string>>

const MAX_QUEUES = 50

/** The ticked queues, and those typed next to them. */
export function queuesTyped(typed: Typed): string[] {
  const ticked = Object.keys(typed).flatMap((name) => queueOfField(name) ?? [])
  return queuesOf([...ticked, typed.more ?? ''].join(',')).slice(0, MAX_QUEUES)
}

/** The ticked boxes, for every function; null where none is ticked: a user who may change something may open it. */
export function rightsTyped(typed: Typed): Record<FunctionId, FunctionRights | null> {
  const rights = FUNCTION_IDS.map((id): [FunctionId, FunctionRights | null] => {
    const ticked = (right: Right) => typed[rightField(id, right)] !== undefined
    const changes = { add: ticked('add'), update: ticked('update'), delete: ticked('delete') }
    const none = !ticked('open') && !changes.add && !changes.update && !changes.delete
    return [id, none ? null : changes]
  })
  return Object.fromEntries(rights) as Record<FunctionId, FunctionRights | null>
}
