import { type ActionFunctionArgs, data, type ServerBuild } from '@remix-run/node'
import { isOutage } from '../outcome'
import { isAnswer, logUnexpected } from '../refusal'
import { failureOf, OUTAGE, UNEXPECTED } from './refuse'
import { withActions } from './with-actions'

/**
 * Lets every page's form that fails as nobody expected say whether it was saved. Remix tells a browser nothing of an error,
 * and the page that asked would have to guess.
 */
export function toldFailures(build: ServerBuild): ServerBuild {
  return withActions(build, ({ action, default: page }) => {
    if (!action || !page) return action
    return async (args: ActionFunctionArgs) => {
      try {
        return await action(args)
      } catch (error) {
        throw isAnswer(error) ? error : told(error, args)
      }
    }
  })
}

function told(error: unknown, args: ActionFunctionArgs) {
  const { request, context } = args
  const outcome = context.outcome()
  logUnexpected(args, error, { outcome })
  const failure = failureOf(request.method, outcome, isOutage(error) ? OUTAGE : UNEXPECTED)
  const { title, message, status } = failure
  return data({ title, message, reference: context.requestId }, { status })
}
