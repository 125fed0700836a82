/**
 * The main part of a page, without request-dependent parts: keys of forms, what the bar and the links of the past add, the
 * link to a pack, which is always current. Of the page of a user, the user alone: the list beside it has no column of
 * their sessions in the past.
 */
export function shownMain(path: string, html: string): string[] {
  const part = path.startsWith('/admin/users/')
    ? /<section class="drawer[\s\S]*<\/main>/
    : /<main[\s\S]*<\/main>/
  const main = part.exec(html)?.[0]
  if (main === undefined) throw new Error(`${path} does not show what is compared`)
  return main
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<div class="part"><section class="past-bar"[\s\S]*?<\/section><\/div>/g, '')
    .replace(/<a class="links-row__last"[\s\S]*?<\/a>/g, '')
    .replace(
      /<p class="events__comment screen-only"><a class="button" href="\/objects\/\d+\/comment[^>]*>Comment…<\/a><\/p>/g,
      '',
    )
    .replace(
      /(<p class="toolbar screen-only">)?<a [^>]*href="\/evidence\/pack[^>]*>Evidence pack<\/a>(<\/p>)?/g,
      '',
    )
    .replace(/<input type="hidden" name="asOf"[^>]*>/g, '')
    .replace(/asOf=[^&"]*(&amp;)?/g, '')
    .replace(/(\?|&amp;)"/g, '"')
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replace(/>/g, '>\n')
    .split('\n')
}
