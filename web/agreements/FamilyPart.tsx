import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { nameText, useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateText, readerZone } from '../kit/format.ts'
import { CheckIcon } from '../kit/icons.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Agreements.module.css'
import { MINE, type FamilyAgreement, type Signing } from './mine.ts'
import { SignDialog } from './SignDialog.tsx'
import english from './texts.en.json'

/** What the user's family is asked to sign, by one club or by all of its clubs; unsigned ones first. */
export function FamilyPart({ id }: { id: string | undefined }) {
  const t = useTexts('agreements', english)
  const read = useApi(MINE, {}, { handles: ['failures'] })
  const [signing, setSigning] = useState<Signing>()
  /**
   * The agreement has changed since it was read: shows the current text in the dialog, or closes it if nothing is left to sign.
   */
  async function reload({ agreement, player }: Signing, why: string) {
    const current = (await read.mutate())?.agreements.find(({ id: each }) => each === agreement.id)
    const unsignedPlayer = current?.players.find((each) => each.id === player.id)
    if (current && unsignedPlayer) return setSigning({ agreement: current, player: unsignedPlayer, why })
    setSigning(undefined)
    showSnackbar({ text: why, tone: 'danger' })
  }
  const agreementsOfClub = (all: readonly FamilyAgreement[]) =>
    all
      .filter(({ club }) => id === undefined || club.id === organizationOf(id))
      .toSorted((a, b) => unsignedRank(b) - unsignedRank(a))
  return (
    <>
      <Loaded
        read={read}
        failed={t('loadFailed')}
        skeleton={
          <Skeletons label={t('loading')}>
            <Skeleton height="120px" />
            <Skeleton height="120px" />
          </Skeletons>
        }
        empty={{
          when: ({ agreements }) => agreementsOfClub(agreements).length === 0,
          show: <EmptyState title={t('nothingAsked')} hint={t('nothingAskedHint')} icon={<CheckIcon size={32} />} />,
        }}
      >
        {({ agreements }) => (
          <ul className={styles.list} aria-label={t('title')}>
            {agreementsOfClub(agreements).map((agreement) => (
              <AgreementCard key={agreement.id} agreement={agreement} sign={setSigning} />
            ))}
          </ul>
        )}
      </Loaded>
      <SignDialog signing={signing} close={() => setSigning(undefined)} reload={reload} />
    </>
  )
}

const unsignedRank = ({ players }: FamilyAgreement) => (players.some(({ signed }) => !signed) ? 1 : 0)

function AgreementCard({ agreement, sign }: { agreement: FamilyAgreement; sign: (signing: Signing) => void }) {
  const t = useTexts('agreements', english)
  const whyCannot = useWhyCannot()
  // Players of age sign for themselves.
  const whyCannotSign = ({ id, firstName, ofAge, mayAgree }: FamilyAgreement['players'][number]) =>
    ofAge ? (mayAgree ? undefined : t('ofAge', { name: firstName })) : whyCannot({ grownUp: 'family' }, id)
  return (
    <Card as="li">
      <h2 className={styles.title}>{agreement.title}</h2>
      <p className={styles.hint}>
        {agreement.club.name} · {t('since', { day: dateText(agreement.since, readerZone()) })}
      </p>
      <ul className={styles.players}>
        {agreement.players.map((player) => (
          <li key={player.id} className={styles.line}>
            <span>
              {fullName(player)}{' '}
              {player.signed ? <Badge tone="success">{t('agreed')}</Badge> : <Badge tone="warning">{t('open')}</Badge>}
              {player.signed && (
                <span className={styles.by}>
                  {t('agreedBy', {
                    name: nameText(player.signed.by),
                    day: dateText(player.signed.signedAt, readerZone()),
                  })}
                </span>
              )}
            </span>
            {player.signed ? (
              <ButtonLink to={paths.agreementProof({ agreementId: agreement.id, playerId: player.id })}>
                {t('showProof')}
              </ButtonLink>
            ) : (
              <Button kind="primary" onClick={() => sign({ agreement, player })} disabledReason={whyCannotSign(player)}>
                {t('readAndAgree')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
