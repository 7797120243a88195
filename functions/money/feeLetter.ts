import { outstandingOf } from '#shared/rules/fees.ts'
import { type Letter, quoted } from '../mail/letter.ts'
import { siteUrl } from '../mail/site.ts'
import type { Fee } from '../table/fees.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** What a parent reads of a fee: how much, what for, until when, and where it is paid. Mail is no place for more of a child than the first name. */
export function feeLetter(fee: Fee, club: string, today: string, payId: string): Letter {
  const sum = money.format(outstandingOf(fee) / 100)
  const player = quoted(fee.firstName)
  const due = days.format(new Date(fee.dueOn))
  const late = fee.dueOn < today
  return {
    subject: late ? `${quoted(fee.name)} for ${player} is late: ${sum}` : `${quoted(fee.name)} for ${player}: ${sum}`,
    paragraphs: [
      late
        ? `${quoted(club)} still waits for ${sum} for ${player}. It was due on ${due}.`
        : `${quoted(club)} asks for ${sum} for ${player}. It is due on ${due}.`,
    ],
    facts: [
      ['For', quoted(fee.name)],
      ['To pay', sum],
      ['Due', due],
      ...(fee.description ? [['Note', quoted(fee.description)] as const] : []),
    ],
    link: { address: `${siteUrl()}/pay/${payId}`, text: 'See and pay it, without signing in' },
    closing:
      'The link is yours: whoever has it can pay what your players owe the club. If you have just paid, do nothing.',
  }
}
