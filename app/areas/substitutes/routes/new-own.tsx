import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guardUser } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { SubstituteFields } from '../forms'
import { peopleChoices } from '../read-substitutions.server'
import { setSubstitute } from '../set-substitute.server'
import { SubstituteForm } from '../substitute-form'

const CLOSE = '/account/substitutes'

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, today, services } = await guardUser(args)
  const people = await peopleChoices(read)
  return {
    people: people.filter(({ value }) => value !== actor.userName),
    today,
    idempotencyKey: services.ids.uuid(),
  }
}

export const action = formRoute({
  title: 'The substitute was not set',
  page: guardUser,
  fields: SubstituteFields,
  command: (context, _, wanted) => setSubstitute(context, { ...wanted, absent: context.actor.userName }),
  done: (line) => [CLOSE, line],
})

/** Popup in which a user chooses who acts for them. */
export default function NewOwnSubstitute() {
  const form = useLoaderData<typeof loader>()
  return <SubstituteForm {...form} closeHref={CLOSE} refused={useActionData<typeof action>()} />
}
