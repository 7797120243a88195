import { reductionNames } from '#shared/rules/register/price.ts'
import { titleIn } from '#shared/rules/registrations/questions.ts'
import { useApi } from '../../api.ts'
import { nameText, readerLanguage, useTexts } from '../../i18n.ts'
import { dateText, dateTimeText, moneyText } from '../../kit/format.ts'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { Loaded } from '../../shell/Loaded.tsx'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import type { Details } from '../answers.ts'
import { PaymentStatus } from './PaymentStatus.tsx'

const ENTRY = 'GET /rest-api/registration/track/{registrationId}/entry'

/** A player's entry: what the family chose, answered and signed. */
export function EntryDetails({ details, playerId }: { details: Details; playerId: string }) {
  const t = useTexts('registrations', english)
  const toReductionName = useReductionName()
  const { registrationId, organization } = details
  const read = useApi(ENTRY, { registrationId, query: { playerId } }, { handles: ['failures'] })
  return (
    <Loaded read={read} skeleton={<RowSkeletons label={t('loading')} height="64px" />} failed={t('trackFailed')}>
      {({ avatar, registeredBy, lines, reductions, priceInCents, payBy, payment, answers, answersGo, signed }) => (
        <div className={styles.parts}>
          {avatar !== null && <img src={avatar} alt="" className={styles.avatar} />}
          <dl className={styles.facts}>
            {[
              ...lines.map(({ name, quantity, cents }) => [
                quantity > 1 ? `${quantity} × ${name}` : name,
                moneyText(cents),
              ]),
              ...reductions.map(({ name, cents }) => [toReductionName(name), `− ${moneyText(cents)}`]),
              [t('price'), moneyText(priceInCents)],
              [t('payment'), <PaymentStatus key="payment" line={{ payBy, payment }} />],
              ...(registeredBy ? [[t('registeredBy'), <Registrant key="by" {...registeredBy} />]] : []),
              ...answers.map(({ question: questionTitle, standardLabel, answer, url, harmful, unsigned }) => [
                titleIn({ questionTitle, standardLabel }, readerLanguage()),
                url ? (
                  <a key={questionTitle} href={url} target="_blank" rel="noopener noreferrer">
                    {answer}
                  </a>
                ) : harmful ? (
                  t('fileTakenAway', { name: answer })
                ) : (
                  nameText(answer) || (unsigned ? t('unsigned') : '–')
                ),
              ]),
            ].map(([name, value], i) => (
              // oxlint-disable-next-line react/no-array-index-key -- two questions may have the same title
              <div key={i} className={styles.fact}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {answersGo && (
            <p className={styles.muted}>
              {t(answersGo.areGone ? 'answersGone' : 'answersGo', {
                day: dateText(answersGo.at, organization.timezone),
              })}
            </p>
          )}
          {signed.map(({ title, text, version, name, signedAt }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- two texts may have the same title
            <details key={i} className={styles.signed}>
              <summary>
                {title}: {nameText(name)}, {dateTimeText(signedAt, organization.timezone)}
              </summary>
              <p>{text}</p>
              {version !== null && <p className={styles.muted}>{t('signedVersion', { version })}</p>}
            </details>
          ))}
        </div>
      )}
    </Loaded>
  )
}

/** Who registered the player: name and email. */
function Registrant({ name, email }: { name: string; email: string }) {
  return (
    <span className={styles.what}>
      <span>{name}</span>
      {email && <a href={`mailto:${email}`}>{email}</a>}
    </span>
  )
}

/** The product's own reductions in the reader's language; a club's codes by their own name. */
function useReductionName() {
  const t = useTexts('registrations', english)
  return (name: string) =>
    name === reductionNames.sibling ? t('siblingDiscount') : name === reductionNames.earlyBird ? t('earlyBird') : name
}
