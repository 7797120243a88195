import type { LatestAgreement as LastAgreed } from '#shared/rules/agreements.ts'
import { entity } from './entity.ts'
import { type OrganizationId, organizationPartition, organizationPartitionOf } from './organizations.ts'
import { playerPartition } from './players.ts'
import { all, startingWith } from './table.ts'

type AgreementId = { agreementId: string }
/**
 * An agreement that a club asks families to accept. `textVersion` is incremented at `textAt` with each change of the text.
 * `turns` counts how often it was archived or requested again, which changes no text.
 */
export type Agreement = AgreementId & {
  title: string
  textVersion: number
  textAt: string
  archived?: boolean
  turns?: number
}
const partitionOf = ({ agreementId }: AgreementId) => organizationPartitionOf(agreementId)

const rows = entity<Agreement, AgreementId>('Agreement', {
  key: (id) => ({ pk: partitionOf(id), sk: `AGREEMENT#${id.agreementId}` }),
})
export const agreements = {
  ...rows,
  of: (organizationId: string, { consistent = false } = {}) =>
    all<Agreement>({ pk: organizationPartition({ organizationId }), ...startingWith('AGREEMENT#'), consistent }),
}

/**
 * How many agreements a club asks for; written with each new one, so that of two concurrent ones the later conflicts and is
 * checked against the limit again.
 */
export const agreementCounts = entity<{ asked: number }, OrganizationId>('Agreement count', {
  key: (id) => ({ pk: organizationPartition(id), sk: 'AGREEMENTS' }),
})

const padded = (version: number) => String(version).padStart(6, '0')

/** The text of one version, which never changes. */
export type AgreementText = AgreementId & { textVersion: number; title: string; text: string; textAt: string }
export const agreementTexts = entity<AgreementText, AgreementId & { textVersion: number }>('Agreement text', {
  key: (id) => ({ pk: partitionOf(id), sk: `AGREEMENT-TEXT#${id.agreementId}#${padded(id.textVersion)}` }),
})

type PlayerId = { playerId: string }
/** The latest agreements for a player, by agreement. It repeats the newest signatures and is written with them. */
export type LatestAgreements = PlayerId & {
  last?: Readonly<Record<string, LastAgreed & { by: string; at: string }>>
  askedAt?: string
}
export const latestAgreements = entity<LatestAgreements, PlayerId>('Agreed', {
  key: (id) => ({ pk: playerPartition(id), sk: 'AGREED' }),
})

/**
 * A person's agreement on behalf of a player: their name, the version, the time, the IP address (`from`), and whether the player
 * was a child.
 */
export type Signature = AgreementId &
  PlayerId & {
    textVersion: number
    ofAge: boolean
    userId: string
    name: string
    signedAt: string
    from: string
  }
type SignatureId = Pick<Signature, 'agreementId' | 'playerId' | 'textVersion' | 'ofAge'>
const signaturePrefix = (agreementId: string) => `AGREED#${agreementId}#`
export const signatures = {
  ...entity<Signature, SignatureId>('Signature', {
    key: (id) => ({
      pk: playerPartition(id),
      sk: `${signaturePrefix(id.agreementId)}${padded(id.textVersion)}${id.ofAge ? 'A' : 'C'}`,
    }),
  }),
  /** A player's signatures of one agreement, newest first. */
  ofAgreement: ({ playerId, agreementId }: PlayerId & AgreementId) =>
    all<Signature>({
      pk: playerPartition({ playerId }),
      ...startingWith(signaturePrefix(agreementId)),
      consistent: true,
      newestFirst: true,
    }),
}
