import type { email } from '#shared/api/email.ts'
import { Problem } from '#shared/problems.ts'
import {
  choosable,
  isSubscribed,
  type ChoiceKey,
  mailKindOf,
  type NoticeName,
  noticeNames,
} from '#shared/rules/notices.ts'
import { type Link, readLink } from '../http/links.ts'
import type { CallOf } from '../serve.ts'
import { choicesOf, languageOf, noticeChoices } from '../table/noticeChoices.ts'
import { profiles } from '../table/profiles.ts'
import { suppressedAddresses } from '../table/suppressedAddresses.ts'
import { retryOnConflict, write } from '../table/table.ts'
import { addressOf } from './readEmail.ts'

/** The caller's choices of notices, and whether mail reaches their address. */
export async function readNotices({ userId }: CallOf<typeof email, 'GET /rest-api/mail/notices'>) {
  return settingsOf(userId)
}

async function settingsOf(userId: string) {
  const [row, address] = await Promise.all([noticeChoices.get({ userId }, { consistent: true }), addressOf(userId)])
  const suppressed =
    address === undefined ? undefined : await suppressedAddresses.get({ email: address }, { consistent: true })
  const choices = choicesOf(row)
  return {
    choices: choosable.map(({ notice, channel, preset }) => ({
      notice,
      channel,
      state: preset === 'always' ? preset : isSubscribed(choices, notice, channel) ? ('on' as const) : ('off' as const),
    })),
    quiet: choices.quiet ?? null,
    timezone: choices.timezone ?? null,
    language: languageOf(row),
    address:
      address === undefined
        ? null
        : { email: address, stopped: suppressed ? { because: suppressed.because, since: suppressed.since } : null },
  }
}

/** Saves the caller's choices; kinds that cannot be switched off are ignored. */
export async function chooseNotices({ userId, stamp, body }: CallOf<typeof email, 'PUT /rest-api/mail/notices'>) {
  const { choices, quiet, timezone, language } = body
  const switchableKeys = new Set<string>(
    choosable.filter(({ preset }) => preset !== 'always').map(({ notice, channel }) => `${notice}.${channel}`),
  )
  const chosenEntries = choices
    .map(({ notice, channel, on }) => [`${notice}.${channel}`, on ? 'on' : 'off'] as const)
    .filter(([key]) => switchableKeys.has(key))
  await retryOnConflict(async () => {
    const row = await noticeChoices.get({ userId }, { consistent: true })
    const chosen = { ...row?.chosen, ...Object.fromEntries(chosenEntries) }
    const set = {
      chosen,
      ...(quiet !== undefined && { quiet: quiet ?? undefined }),
      ...(language !== undefined && { language }),
      ...(timezone !== undefined && { timezone }),
    }
    await write(stamp, noticeChoices.upsert({ userId }, { set, ...ifUnchangedRow(row) }))
  })
  return settingsOf(userId)
}

type Row = { version: number } | undefined
const ifUnchangedRow = (row: Row) => ({ when: [['version', '=', row?.version ?? 0]] as const })

export async function saveBrowserLanguage({
  userId,
  stamp,
  body,
}: CallOf<typeof email, 'PUT /rest-api/mail/notices/browser'>) {
  await write(stamp, noticeChoices.upsert({ userId }, { set: { browser: body.language } }))
  return {}
}

/** Removes the caller's address from the suppressed ones, so that mail is sent to it again. */
export async function unsuppressAddress({ userId, stamp }: CallOf<typeof email, 'POST /rest-api/mail/notices/mend'>) {
  const address = await addressOf(userId)
  if (address === undefined) throw new Problem('not_found')
  const suppressed = await suppressedAddresses.get({ email: address }, { consistent: true })
  if (suppressed) await write(stamp, suppressedAddresses.remove({ email: address }))
  return settingsOf(userId)
}

/** Unsubscribes by the token of a link. The page calls it on a button: mail scanners open links, which must not unsubscribe. */
export async function unsubscribe({ body, now }: CallOf<typeof email, 'POST /rest-api/mail/unsubscribe'>) {
  const { token, on } = body
  const link = await readLink('unsubscribe', token, now)
  const notice = noticeIn(link)
  if (on !== undefined) await setChoice(link, on, now)
  const row = await noticeChoices.get({ userId: link.userId }, { consistent: true })
  return { notice, on: isSubscribed(choicesOf(row), notice, mailKindOf(notice)) }
}

/** The answer to one-click unsubscribe by GET: a redirect to the page, with the token behind a `#` so that it is in no server's log. */
export async function openOneClick({ query }: CallOf<typeof email, 'GET /rest-api/mail/one-click'>) {
  return { to: `/unsubscribe#${encodeURIComponent(query.token)}` as const }
}

export async function oneClick({ query, now }: CallOf<typeof email, 'POST /rest-api/mail/one-click'>) {
  await setChoice(await readLink('unsubscribe', query.token, now), false, now)
  return {}
}

function noticeIn({ about }: Link): NoticeName {
  const notice = noticeNames.find((name) => name === about)
  if (!notice) throw new Problem('link_altered')
  return notice
}

/**
 * Sets this one kind of notice for the mail's reader. Idempotent. Mail programs also follow links of old mails: nothing is
 * written for a user erased since.
 */
async function setChoice(link: Link, on: boolean, now: string): Promise<void> {
  const { userId } = link
  const notice = noticeIn(link)
  const key: ChoiceKey = `${notice}.${mailKindOf(notice)}`
  await retryOnConflict(async () => {
    const [row, profile] = await Promise.all([
      noticeChoices.get({ userId }, { consistent: true }),
      profiles.get({ userId }, { consistent: true }),
    ])
    if (!profile) return
    const chosen = { ...row?.chosen, [key]: on ? 'on' : 'off' }
    const choice = noticeChoices.upsert({ userId }, { set: { chosen }, ...ifUnchangedRow(row) })
    await write({ actor: userId, at: now }, choice, profiles.check({ userId }, []))
  })
}
