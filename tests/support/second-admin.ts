import type { Actor } from '~/areas/access/actor'
import type { TestSite } from './site'

/** Another administrator, who decides the requests of the site’s own one. */
export async function secondAdmin(site: TestSite): Promise<Actor> {
  const [second] = await site.ownerSql`
    insert into app_user (user_name, first_name, last_name, role, homepage, created_at)
    values ('admin9', 'Ada', 'Second', 'ADMIN', '', now()) returning id`
  const id = Number(second?.id)
  await site.ownerSql`insert into authorisation (user_id, function_id, may_add, may_update, may_delete)
    values (${id}, 'administration', true, true, true)`
  return { ...site.actor('admin'), id, userName: 'admin9', fullName: 'Ada Second' }
}
