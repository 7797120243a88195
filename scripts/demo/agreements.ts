import { latestAgreements, agreements, agreementTexts, signatures } from '#functions/table/agreements.ts'
import type { Stamp, Write } from '#functions/table/writes.ts'
import type { Club } from './club.ts'
import { writeInBatches } from './writeInBatches.ts'
import { demoPart } from './ids.ts'

const texts = [
  {
    title: 'Code of conduct',
    text: 'Demo text.\n\nWe come on time and tell the coach when we cannot.\nWe respect referees, the other team and each other.\nParents cheer; coaches coach.',
    agreed: 7,
  },
  {
    title: 'Waiver for the season',
    text: 'Demo text.\n\nI know that football is a sport with contact. I let my child take part in practices and games, and I tell the club of anything about my child’s health that its coaches have to know.\n\nIn an emergency the club may call a doctor when it cannot reach me.',
    agreed: 4,
  },
] as const

/** Families with an account, whose agreements are left open. */
const undecidedNames = new Set(['Moreno', 'Okafor'])

/** The club's agreements, and acceptances for some of every ten players. */
export async function seedAgreements(stamp: Stamp, { organization, squads }: Club): Promise<void> {
  const demoAgreements = texts.map((each) => ({
    ...each,
    agreementId: `${organization.organizationId}.${demoPart('w', each.title)}`,
  }))
  const rows: Write[] = demoAgreements.flatMap(({ agreementId, title, text }) => {
    const row = { agreementId, title, textVersion: 1, textAt: stamp.at }
    return [agreements.create(row), agreementTexts.create({ ...row, text })]
  })
  const all = [...new Map(squads.flatMap(({ players }) => players).map((each) => [each.playerId, each])).values()]
  for (const [i, { playerId, lastName }] of all.entries()) {
    const signedAgreements = undecidedNames.has(lastName)
      ? []
      : demoAgreements.filter((each) => (i * 7) % 10 < each.agreed)
    if (signedAgreements.length === 0) continue
    const name = `Alex ${lastName}`
    const signature = {
      playerId,
      textVersion: 1,
      ofAge: false,
      userId: stamp.actor,
      name,
      signedAt: stamp.at,
      from: '',
    }
    const newest = { version: 1, ofAge: false, by: name, at: stamp.at }
    rows.push(
      latestAgreements.create({
        playerId,
        last: Object.fromEntries(signedAgreements.map(({ agreementId }) => [agreementId, newest])),
      }),
      ...signedAgreements.map(({ agreementId }) => signatures.create({ ...signature, agreementId })),
    )
  }
  await writeInBatches(stamp, rows)
}
