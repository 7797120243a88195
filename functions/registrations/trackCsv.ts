import type { registrations as contract } from '#shared/api/registrations.ts'
import { csvHead, csvLine, decimals } from '#shared/rules/csv.ts'
import { dayIn } from '#shared/rules/days.ts'
import { former, formerName, fullName } from '#shared/rules/names.ts'
import type { AddOn } from '#shared/rules/registrations/addOns.ts'
import type { TrackType } from '#shared/rules/registrations/tracking.ts'
import { isInformational, type Question, titleIn } from '#shared/rules/registrations/questions.ts'
import { newId } from '../table/newId.ts'
import { displayName, type BilingualText, type Say } from '../mail/say.ts'
import { sayToCaller } from '../mail/sayTo.ts'
import type { CallOf } from '../serve.ts'
import { files } from '../table/files.ts'
import { profiles } from '../table/profiles.ts'
import type { RegistrationEntry } from '../table/registrationEntries.ts'
import { registrationExports } from '../table/registrations.ts'
import { pages, write } from '../table/table.ts'
import { paymentsOf } from './payments.ts'
import { wholeOf } from './registrationOf.ts'
import { lineOf, rangesOf, trackFilter } from './track.ts'
import { answerOf, fileIdIn, ownFile } from './trackEntry.ts'

const columnsBefore: readonly BilingualText[] = [
  ['First name', 'Nombre'],
  ['Last name', 'Apellidos'],
  ['Status', 'Estado'],
  ['Options', 'Opciones'],
]
const columnsAfter: readonly BilingualText[] = [
  ['Price', 'Precio'],
  ['Paid by', 'Se paga'],
  ['Paid', 'Pagado'],
  ['Open', 'Pendiente'],
  ['Registered', 'Inscrito el'],
  ['Registered by', 'Inscrito por'],
  ['E-mail', 'Correo'],
]
/** The states of one player. */
const states: Record<TrackType, BilingualText> = {
  REGISTERED: ['Registered', 'Inscrito'],
  PAYING: ['Paying now', 'Pagando ahora'],
  WAITING: ['Waiting', 'En espera'],
  CANCELLED: ['Cancelled', 'Cancelado'],
}
const payByTexts: Record<RegistrationEntry['payBy'], BilingualText> = {
  NONE: ['', ''],
  BILL: ['Billed later', 'Con una factura'],
  ONLINE: ['Online', 'En línea'],
}

/** All entries with all answers as CSV, for who manages registrations. The export is noted in the club's audit log. */
export async function exportTrack({
  params: { registrationId },
  query,
  userId,
  token,
  stamp,
  now,
}: CallOf<typeof contract, 'GET /rest-api/registration/track/{registrationId}/csv'>) {
  const [{ whole, club }, say] = await Promise.all([wholeOf(registrationId), sayToCaller({ userId, token })])
  const exportId = newId('x')
  await write(
    stamp,
    registrationExports.create({ registrationId, exportId, ...(query.trackType && { trackType: query.trackType }) }),
  )
  const questions = whole.questions.filter(({ answerType, standardLabel }) => {
    return !isInformational(answerType) && standardLabel !== 'FIRST_NAME' && standardLabel !== 'LAST_NAME'
  })
  const isWanted = trackFilter(query)
  async function* lines() {
    yield csvHead([
      ...columnsBefore.map((head) => say(...head)),
      ...whole.addOns.flatMap((addOn) => columnTitlesOf(addOn, say)),
      ...columnsAfter.map((head) => say(...head)),
      ...questions.map((question) => titleIn(question, say('en', 'es'))),
    ])
    for (const range of rangesOf(registrationId, query.trackType))
      for await (const part of pages<RegistrationEntry>(range)) {
        const entries = part.filter(isWanted)
        const [payments, nameOf, registrantOf] = await Promise.all([
          paymentsOf(entries),
          filesOf(entries, questions),
          peopleOf(entries),
        ])
        for (const [i, entry] of entries.entries()) {
          const line = lineOf(entry, whole.options, payments[i] ?? null)
          yield csvLine([
            ...[...namesOf(line, say), say(...states[line.trackType]), line.options.join(', ')],
            ...whole.addOns.flatMap((addOn) => cellsOf(addOn, entry)),
            ...[decimals(line.priceInCents), say(...payByTexts[line.payBy])],
            ...(line.payment ? [decimals(line.payment.paidInCents), decimals(line.payment.openInCents)] : ['', '']),
            dayIn(line.registeredAt, club.timezone),
            ...registrantOf(entry),
            // A signed text is answered by the name.
            ...questions.map((question) => nameOf(entry, question) ?? displayName(answerOf(entry, question), say)),
          ])
        }
      }
  }
  return { name: `registrations-${dayIn(now, club.timezone)}.csv`, content: lines() }
}

/** A player who never landed and has been erased has no name left. */
const namesOf = ({ firstName, lastName }: Pick<RegistrationEntry, 'firstName' | 'lastName'>, say: Say) =>
  fullName({ firstName, lastName }) === formerName
    ? [say(former.firstName, 'Antiguo'), say(former.lastName, 'miembro')]
    : [firstName, lastName]

/** An add-on has a column for the quantity, and one for the kinds if it has any. */
const columnTitlesOf = ({ addOnName, addOns: kinds }: AddOn, say: Say) =>
  kinds.length > 0 ? [addOnName, `${addOnName}: ${say('kinds', 'tipos')}`] : [addOnName]

function cellsOf({ id, addOns: kinds }: AddOn, entry: RegistrationEntry): (string | number)[] {
  const { quantity = 0, kindIds = [] } = entry.addOns.find(({ addOnId }) => addOnId === id) ?? {}
  const nameOf = (kindId: string) => kinds.find((kind) => kind.id === kindId)?.name ?? '–'
  return kinds.length > 0 ? [quantity, kindIds.map(nameOf).join(', ')] : [quantity]
}

/** Who registered each entry, and their email address; empty if the account is gone. */
async function peopleOf(entries: readonly RegistrationEntry[]) {
  const byUser = await profiles.byId(entries)
  return ({ userId }: RegistrationEntry): [string, string] => {
    const profile = byUser.get(userId)
    return profile ? [fullName(profile), profile.email] : ['', '']
  }
}

/** File answers are shown by file name, read in one batch for all lines. */
async function filesOf(entries: readonly RegistrationEntry[], questions: readonly Question[]) {
  const ids = entries.flatMap((entry) => questions.flatMap((question) => fileIdIn(entry, question) ?? []))
  const fileRows = await files.getMany(ids.map((fileId) => ({ fileId })))
  const byId = new Map(ids.map((id, i) => [id, fileRows[i]]))
  return (entry: RegistrationEntry, question: Question): string | undefined => {
    const fileId = fileIdIn(entry, question)
    return fileId === undefined ? undefined : (ownFile(entry, byId.get(fileId))?.name ?? '')
  }
}
