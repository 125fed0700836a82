import { HOMEPAGES } from '~/areas/access/home'
import { SelectInput, TextInput } from '~/ui/form/inputs'
import type { UserFields as Fields } from './user-fields'

const LONGEST = 100

interface UserFieldsProps {
  /** What stands in them at first; nothing for a new user. */
  user?: Fields
  /** Why the role cannot be changed, in words. */
  roleOff?: string
}

/** Names, role and homepage of a user: what takes effect at once. */
export function UserFields({ user, roleOff }: UserFieldsProps) {
  const known = HOMEPAGES.map(({ value, label }) => ({ value, label }))
  const own = user?.homepage ?? ''
  // A site's import may have brought a page that forms do not offer.
  const options =
    own === '' || known.some(({ value }) => value === own) ? known : [...known, { value: own, label: own }]
  return (
    <>
      <TextInput
        name="firstName"
        label="First name"
        maxLength={LONGEST}
        required
        defaultValue={user?.firstName}
      />
      <TextInput
        name="lastName"
        label="Last name"
        maxLength={LONGEST}
        required
        defaultValue={user?.lastName}
      />
      <TextInput
        name="role"
        label="Role"
        hint={roleOff ?? 'What they are, as their profile shows it: ACCOUNTANT, TEAM LEADER, ADMIN.'}
        maxLength={LONGEST}
        required
        readOnly={roleOff !== undefined}
        defaultValue={user?.role}
      />
      <SelectInput
        name="homepage"
        label="Homepage"
        hint="What they see first, where they are authorised for it."
        options={options}
        blank="A blank page"
        defaultValue={own}
      />
    </>
  )
}
