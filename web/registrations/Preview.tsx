import { windowOf } from '#shared/rules/registrations/window.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { dateText, dateTimeText, dayText, moneyText, numberText } from '../kit/format.ts'
import type { AddOn, Details, SetupHead } from './answers.ts'
import { addOnPriceText } from './addOns/AddOnsStep.tsx'
import { QuestionPreview } from './QuestionPreview.tsx'
import styles from './Registrations.module.css'
import english from './texts.en.json'

/** What a family will see on a phone, as built so far. */
export function Preview({ details, head: setup }: { details: Details; head: SetupHead }) {
  const t = useTexts('registrations', english)
  const { registrationId, questions, organization, orgUnit } = details
  const addOns = useApi('GET /rest-api/registration/add-ons/{registrationId}', { registrationId }).data
  return (
    <div className={styles.phone}>
      <p className={styles.muted}>
        {orgUnit.id === organization.id ? organization.name : `${organization.name} · ${orgUnit.name}`}
      </p>
      <h3>{setup.name || t('untitled')}</h3>
      {setup.description && <p>{setup.description}</p>}
      <Terms details={details} setup={setup} />
      <OptionList registrationId={registrationId} />
      {questions.map((question) => (
        <QuestionPreview key={question.id} question={question} />
      ))}
      {addOns && addOns.addOns.length > 0 && (
        <ul className={styles.list} aria-label={t('step_add-ons')}>
          {addOns.addOns.map((addOn) => (
            <AddOnItem key={addOn.id} addOn={addOn} picture={addOns.pictures[addOn.fileMetadataId ?? '']} />
          ))}
        </ul>
      )}
      <PaymentPreview registrationId={registrationId} setup={setup} />
    </div>
  )
}

/** Places, opening times, who may register, and discounts. */
function Terms({ details: { organization }, setup }: { details: Details; setup: SetupHead }) {
  const t = useTexts('registrations', english)
  const { places, waitingList, depositInCents, isInviteOnly, siblingDiscount, earlyBird } = setup
  const { opensAt, closesAt } = windowOf(setup, organization.timezone)
  const badges = [
    places !== null && t('placesCount', { count: places }),
    isInviteOnly && t('onlyInvited'),
    opensAt !== undefined && t('opensOn', { when: dateTimeText(opensAt, organization.timezone) }),
    closesAt !== undefined && t('openUntil', { when: dateTimeText(closesAt, organization.timezone) }),
  ].filter((text) => text !== false)
  const notes = [
    waitingList && t('waitsWhenFull'),
    waitingList && depositInCents !== null && t('waitsWith', { sum: moneyText(depositInCents) }),
    siblingDiscount && t('siblingOff', { percent: numberText(siblingDiscount.percent, 2) }),
    earlyBird?.until && t('earlyOff', { percent: numberText(earlyBird.percent, 2), day: dateText(earlyBird.until) }),
  ].filter((text) => typeof text === 'string')
  return (
    <>
      {badges.length > 0 && (
        <div className={styles.chips}>
          {badges.map((text) => (
            <Badge key={text}>{text}</Badge>
          ))}
        </div>
      )}
      {notes.map((text) => (
        <p key={text} className={styles.muted}>
          {text}
        </p>
      ))}
    </>
  )
}

/** The options with their events and places. */
function OptionList({ registrationId }: { registrationId: string }) {
  const t = useTexts('registrations', english)
  const { data } = useApi('GET /rest-api/registration/event-options/{registrationId}/summary', { registrationId })
  const { options = [], events = [] } = data ?? {}
  return (
    <ul className={styles.list} aria-label={t('options')}>
      {options.map(({ id, name, description, priceInCents, places, eventIds }) => {
        const facts = [
          description,
          places !== null && t('placesCount', { count: places }),
          ...events
            .filter((event) => eventIds.includes(event.id))
            .map((event) => `${event.name}, ${dayText(event.start, event.timezone)}`),
        ].filter(Boolean)
        return (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <span className={styles.name}>{name}</span>
              {facts.length > 0 && <span className={styles.muted}>{facts.join(' · ')}</span>}
            </span>
            <span className={styles.figure}>{priceInCents === 0 ? t('free') : moneyText(priceInCents)}</span>
          </li>
        )
      })}
    </ul>
  )
}

function AddOnItem({ addOn, picture }: { addOn: AddOn; picture: string | undefined }) {
  const t = useTexts('registrations', english)
  const { addOnName, description, addOns: kinds, customerMustPurchaseAtLeast: minimum } = addOn
  const { customerCanNotPurchaseMoreThan: limit } = addOn
  const facts = [
    description,
    kinds
      .map(({ name, priceInCents }) => `${name} ${priceInCents === 0 ? t('free') : moneyText(priceInCents)}`)
      .join(', '),
    minimum > 0 && t('requiredLeast', { count: minimum }),
    limit !== null && t('atMost', { count: limit }),
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      {picture && <img className={styles.picture} src={picture} alt="" />}
      <span className={styles.what}>
        <span className={styles.name}>{addOnName}</span>
        {facts.length > 0 && <span className={styles.muted}>{facts.join(' · ')}</span>}
      </span>
      <span className={styles.figure}>{addOnPriceText(addOn, t('free'))}</span>
    </li>
  )
}

/** Payment methods and instalments. */
function PaymentPreview({ registrationId, setup }: { registrationId: string; setup: SetupHead }) {
  const t = useTexts('registrations', english)
  const { data } = useApi('GET /rest-api/registration/installments/{registrationId}', { registrationId })
  const wayTexts = [setup.acceptPayments && t('way_ONLINE'), setup.acceptBills && t('way_BILL')].filter(
    (way) => way !== false,
  )
  const parts = data?.paymentPlanEnabled ? data.items : []
  if (wayTexts.length === 0 && parts.length === 0) return null
  return (
    <div className={styles.question}>
      <span className={styles.name}>{t('payment')}</span>
      {wayTexts.length > 0 && <span className={styles.muted}>{wayTexts.join(' · ')}</span>}
      {parts.length > 0 && (
        <ul className={styles.list} aria-label={t('step_installments')}>
          {parts.map(({ percent, dueDate }, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a part is identified by its position
            <li key={i} className={styles.muted}>
              {t('partOf', { percent: numberText(percent, 2), day: dueDate ? dateText(dueDate) : '…' })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
