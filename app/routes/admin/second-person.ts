import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { switchSecondPerson } from '~/domain/access/second-person.server'
import { parseFields } from '~/http/form'
import { guard } from '~/http/guard'
import { formAnswer, redirectWithStatus } from '~/http/page-answer'

const Switch = z.object({ off: z.enum(['yes', 'no'], 'Reload the page and try again.') })

/** The switch stands on the page of the system; whoever comes here by address is led there. */
export async function loader(args: LoaderFunctionArgs) {
  await guard(args, 'administration')
  return redirect('/admin/system')
}

export async function action(args: ActionFunctionArgs) {
  const guarded = await guard(args, 'administration', 'update')
  const { actor, transaction, services } = guarded
  return formAnswer(args, async (typed) => {
    const { off } = parseFields(typed, Switch)
    const done = await transaction((tx) =>
      switchSecondPerson(tx, actor, { off: off === 'yes' }, services.clock()),
    )
    return redirectWithStatus(guarded, '/admin/system', done)
  })
}
