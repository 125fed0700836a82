import { data } from '@remix-run/node'
import type { RouteArgs } from '~/http/guard'
import { pageAnswer } from '~/http/page-answer'
import type { SingleSignOn } from '~/http/server/single-sign-on-settings'
import { NOT_LOGGED_IN } from './provider-refusal'

/** A page of single sign-on: a refusal is shown in its place; a site without an identity provider has no such page. */
export function signOnPage<Answer>(args: RouteArgs, answer: (settings: SingleSignOn) => Promise<Answer>) {
  const { singleSignOn } = args.context.services.settings
  if (!singleSignOn)
    throw data(
      { message: 'This site has no single sign-on. Log in with your user name and password.' },
      { status: 404 },
    )
  return pageAnswer(args, {}, () => answer(singleSignOn), NOT_LOGGED_IN)
}
