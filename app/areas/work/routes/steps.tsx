import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { backOf } from '~/http/address'
import { parseFields } from '~/http/form'
import { type Guarded, guardUser, type RouteArgs } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'
import { DomainError } from '~/platform/values/domain-error'
import { MAX_COMMENT_LENGTH } from '~/platform/workflow/types'
import {
  changesIn,
  idsIn,
  kindsText,
  MAX_AT_ONCE,
  markedIn,
  previewedObjects,
  previewFieldText,
  type StepOutcome,
} from '../bulk-steps'
import { markedActs, markedInstances, previewSteps, sharedSteps, takeSteps } from '../bulk-steps.server'
import { StepChoice, StepPreview, StepsDone } from '../bulk-steps-view'

export const meta = () => [{ title: 'Take a step · Fundesk' }]

/** Without a step in its address the page offers those that some may take; with one it shows what would happen. */
export async function loader(args: LoaderFunctionArgs) {
  const guarded = await guardUser(args)
  const params = new URL(args.request.url).searchParams
  const requested = idsIn(params.get('ids'))
  const ids = requested.slice(0, MAX_AT_ONCE)
  const more = requested.slice(MAX_AT_ONCE)
  const marked = await markedInstances(guarded, ids)
  const steps = sharedSteps(marked)
  const step = steps.find(({ name }) => name === params.get('step')) ?? null
  const objects = marked.map(({ id, kind, href, title, status, queue, class: style }) => ({
    id,
    kind,
    href,
    title,
    status,
    queue,
    class: style,
  }))
  const preview = step && (await previewSteps(guarded, marked, step.name))
  return {
    objects,
    steps,
    acts: markedActs(guarded.actor, marked),
    step,
    back: markedIn(backOf(args.request, '/work'), more),
    more: more.length,
    changes: changesIn(params.get('ids')),
    outcomes: preview?.map(({ seen, ...outcome }): StepOutcome => outcome) ?? null,
    seen: previewFieldText(preview?.flatMap(({ seen }) => seen ?? []) ?? []),
    idempotencyKey: guarded.services.ids.uuid(),
  }
}

const Steps = z.object({
  seen: z.string().max(6_000),
  eventLog: z
    .string()
    .max(MAX_COMMENT_LENGTH, `Shorten the message to ${MAX_COMMENT_LENGTH} characters.`)
    .default(''),
})

export async function action(args: ActionFunctionArgs) {
  const guarded = await guardUser(args)
  const answer = (typed: Record<string, string>) => answerSteps(guarded, args, typed)
  return formAnswer(args, answer, 'Step not taken')
}

async function answerSteps(guarded: Guarded, { request }: RouteArgs, typed: Record<string, string>) {
  const { seen, eventLog: comment } = parseFields(typed, Steps)
  const requested = previewedObjects(seen).slice(0, MAX_AT_ONCE)
  if (requested.length === 0)
    throw new DomainError('invalid', 'No object was sent. Select rows and try again.')
  const ids = requested.map(({ id }) => id)
  const objects = await markedInstances(guarded, ids)
  const outcomes = await takeSteps(guarded, objects, { seen: requested, comment })
  if (outcomes.length === 0)
    throw new DomainError(
      'refused',
      'You may open none of these objects. Go back to the list and mark others.',
    )
  const done = outcomes.filter(({ to }) => to !== null)
  if (done.length < outcomes.length) return data({ outcomes })
  const places = [...new Set(done.flatMap(({ to }) => (to ? [`${to.status} (${to.queue})`] : [])))]
  return redirectWithStatus(guarded, backOf(request, '/work'), `${kindsText(done)}: ${places.join(', ')}`)
}

/** One step for all marked objects: which, what it would do with each, and then what it did. */
export default function BulkSteps() {
  const { outcomes, step, ...page } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && 'outcomes' in answer)
    return <StepsDone title={step?.display ?? 'Take a step'} outcomes={answer.outcomes} back={page.back} />
  if (!step || !outcomes) return <StepChoice {...page} />
  const refused = answer && 'refusal' in answer ? answer : undefined
  return <StepPreview {...page} step={step} outcomes={outcomes} refused={refused} />
}
