import { OpenLink } from '~/ui/open-close/open-link'
import { type OneTimeAnswer, OneTimeShown } from './one-time-shown'

/** The answer to the form of a new user. */
export function NewUserMade({ made }: { made: OneTimeAnswer & { waiting: number } }) {
  const { userId, userName, waiting } = made
  return (
    <>
      <p>
        User {userName} is created.{' '}
        {waiting > 0 &&
          `${waiting === 1 ? '1 change waits' : `${waiting} changes wait`} until another administrator approves ${waiting === 1 ? 'it' : 'them'}.`}
      </p>
      <OneTimeShown {...made} />
      <p>
        <OpenLink to={`/admin/users/${userId}`}>Open user {userName}</OpenLink>
      </p>
    </>
  )
}
