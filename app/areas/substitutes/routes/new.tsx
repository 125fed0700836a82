import type { LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { guard } from '~/http/guard'
import { formRoute } from '~/http/page-answer'
import { SubstituteOfFields } from '../forms'
import { peopleChoices } from '../read-substitutions.server'
import { setSubstitute } from '../set-substitute.server'
import { SubstituteForm } from '../substitute-form'

const CLOSE = '/admin/substitutes'

export async function loader(args: LoaderFunctionArgs) {
  const { read, today, services } = await guard(args, 'administration', 'update')
  return { people: await peopleChoices(read), today, idempotencyKey: services.ids.uuid() }
}

export const action = formRoute({
  title: 'The substitute was not set',
  page: (args) => guard(args, 'administration', 'update'),
  fields: SubstituteOfFields,
  command: (context, _, wanted) => setSubstitute(context, wanted),
  done: (line) => [CLOSE, line],
})

/** Popup in which an administrator chooses who acts for someone else. */
export default function NewSubstitute() {
  const form = useLoaderData<typeof loader>()
  return <SubstituteForm {...form} ofAnyone closeHref={CLOSE} refused={useActionData<typeof action>()} />
}
