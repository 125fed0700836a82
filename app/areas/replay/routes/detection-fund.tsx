import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { isAllowed } from '~/areas/access/actor'
import { domainLinks } from '~/areas/access/menu'
import { fundCodes } from '~/areas/navs/tolerances.server'
import { guard } from '~/http/guard'
import { handleIntents, pageRead } from '~/http/page-answer'
import { DomainLinks } from '~/platform/page/use-site'
import { DomainError } from '~/platform/values/domain-error'
import { SubmitButton } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Page, PageSection } from '~/ui/page/page'
import { FundCard } from '../detection/card'
import { detectedFunds } from '../detection/detect.server'
import { DETECTION_FORMS } from './start-run'

export const meta = () => [{ title: 'Detection floor of a fund · Fundesk' }]

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await guard(args, 'replay')
  const code = args.params.fundCode ?? ''
  const found = await pageRead(async () => {
    if (!(await fundCodes(read)).has(code))
      throw new DomainError('not-found', `There is no fund ${code}. Open it from the detection floor.`)
    return (await detectedFunds(read, code))[0] ?? null
  })
  return {
    code,
    found,
    mayAdmin: isAllowed(actor, 'administration'),
    startKey: isAllowed(actor, 'replay', 'add') ? services.ids.uuid() : null,
    links: domainLinks(actor, 'replay'),
  }
}

export async function action(args: ActionFunctionArgs) {
  return handleIntents(args, DETECTION_FORMS, await guard(args, 'replay', 'add'))
}

/** The card of a fund: its floors, its blind spots, and what would close them. */
export default function DetectionFund() {
  const { code, found, mayAdmin, startKey, links } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const form = refused ? { refusal: refused.refusal, typed: refused.typed } : {}
  return (
    <>
      <DomainLinks links={links} />
      <Page
        title={`Detection floor of ${code}`}
        actions={
          <Link className="button" to="/replay/detection">
            All funds
          </Link>
        }
      >
        {found ? (
          <FundCard found={found} mayAdmin={mayAdmin} />
        ) : (
          <PageSection>
            <p>
              No floor is computed for {code} yet. It needs a control of its last NAV, run by this version of
              the rules.
            </p>
          </PageSection>
        )}
        {startKey !== null && (
          <PageSection>
            <Form idempotencyKey={startKey} {...form}>
              <input type="hidden" name="funds" value={code} />
              <SubmitButton name="intent" value="detection" look={found ? 'plain' : 'primary'}>
                {found ? 'Compute again' : 'Compute'}
              </SubmitButton>
            </Form>
          </PageSection>
        )}
      </Page>
    </>
  )
}
