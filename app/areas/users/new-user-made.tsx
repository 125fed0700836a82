import { OpenLink } from '~/ui/open-close/open-link'
import { type OneTimeAnswer, OneTimeShown } from './one-time-shown'

/** The answer to the form of a new user. */
export function NewUserMade({ made }: { made: OneTimeAnswer & { rights: string | null } }) {
  const { userId, userName, rights } = made
  return (
    <>
      <p>
        User {userName} is created.
        {rights !== null && ` Queues and authorisations are one request: ${rights}.`}
      </p>
      <OneTimeShown {...made} />
      <p>
        <OpenLink to={`/admin/users/${userId}`}>Open user {userName}</OpenLink>
      </p>
    </>
  )
}
