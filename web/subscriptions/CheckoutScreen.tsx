import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { signupDefaults, trialEndOf } from '#shared/rules/subscriptions.ts'
import { type AnswerOf, ApiProblem, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Failure } from '../kit/Failure.tsx'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { Screen } from '../shell/Screen.tsx'
import { useNavigateIfShown } from '../shell/useNavigateIfShown.ts'
import { refresh, useSave } from '../shell/useSave.ts'
import { Coupon } from './Coupon.tsx'
import { endDraft, useDraft } from './draft.ts'
import { PayingCard } from './PayingCard.tsx'
import { SignupSteps } from './SignupSteps.tsx'
import styles from './Subscriptions.module.css'
import { OrderSum } from './OrderSum.tsx'
import english from './texts.en.json'
import { useCardPage } from './useReturnedCard.ts'
import { usePlans } from './usePlans.ts'

type Promotion = AnswerOf<'GET /rest-api/payments/promotions/{code}'>
const CREATE = 'POST /rest-api/payments/create/org/subscription'

/** The club and its subscription exist already, from an earlier request or with other values. */
const isAlreadyOrdered = ({ code }: ApiProblem) => code === 'not_expired' || code === 'saved_before'

/** Last step: what is paid and when; ordering creates the club. */
export default function CheckoutScreen() {
  const t = useTexts('subscriptions', english)
  const { orgId } = useParams()
  const userId = useUserId()
  const draft = useDraft()
  if (orgId === undefined && draft.orgName === '') return <Navigate to={paths.signup()} replace />
  if (!userId)
    return <Navigate to={paths.login({}, { redirectUri: paths.checkout({ orgId }), create: 'true' })} replace />
  return (
    <Screen title={t('checkoutTitle')} width="form">
      <SignupSteps current="checkout" orgId={orgId} />
      <Order renewedOrgId={orgId} />
    </Screen>
  )
}

/** `renewedOrgId`: the club whose subscription is renewed; undefined for a new club. */
function Order({ renewedOrgId }: { renewedOrgId: string | undefined }) {
  const t = useTexts('subscriptions', english)
  const draft = useDraft()
  const { read, priceOf: findPrice } = usePlans()
  const { data: club, error: clubError } = useApi(
    'GET /rest-api/organization/details/{orgId}',
    renewedOrgId === undefined ? undefined : { orgId: renewedOrgId },
    { handles: ['failures'] },
  )
  // Also has the club's cards, so a renewal waits until it is loaded.
  const { data: billing } = useApi(
    'GET /rest-api/organization/billing/{orgId}',
    renewedOrgId === undefined ? undefined : { orgId: renewedOrgId },
    { handles: ['failures'] },
  )
  const [promotion, setPromotion] = useState<Promotion>()
  const [paymentMethodId, setPaymentMethodId] = useState<string>()
  const orgId = renewedOrgId ?? draft.orgId
  // The number in the draft may have been chosen for another club.
  const teams = draft.teamsOf === renewedOrgId ? draft.teams : signupDefaults.teams
  const next = renewedOrgId === undefined ? paths.firstSteps({ orgId }) : paths.billing({ orgId })
  const price = findPrice(draft.plan)
  const [now] = useState(() => new Date().toISOString())
  const trialEnd = renewedOrgId === undefined ? trialEndOf(now, signupDefaults.trialDays) : undefined

  const { order, busy, problem } = useOrder({
    renewedOrgId,
    orgId,
    teams,
    next,
    club,
    price,
    promotion,
    paymentMethodId,
  })
  // The tab's draft of a new club does not apply to an existing one.
  const renewalMissing = !club
    ? t(clubError ? 'clubFailed' : 'clubComing')
    : paymentMethodId
      ? undefined
      : t('needsCard')
  const notReadyReason = !price
    ? t(read.error ? 'pricesFailed' : 'pricesComing')
    : renewedOrgId === undefined
      ? undefined
      : renewalMissing
  const disabledProps = notReadyReason === undefined ? {} : { disabledReason: notReadyReason }
  return (
    <>
      <Card aria-label={t('yourOrder')}>
        <h2 className={styles.heading}>{renewedOrgId === undefined ? draft.orgName : (club?.name ?? '')}</h2>
        <p className={styles.muted}>{t('orderLine', { plan: t(draft.plan), count: teams })}</p>
        {renewedOrgId === undefined && (
          <p className={styles.ways}>
            <ButtonLink to={paths.licenses()}>{t('changeTeams')}</ButtonLink>
            <ButtonLink to={paths.select()}>{t('changePlan')}</ButtonLink>
          </p>
        )}
        {price && (
          <OrderSum
            plan={draft.plan}
            price={price}
            teams={teams}
            trialEnd={trialEnd}
            today={now.slice(0, 10)}
            promotion={promotion}
            extraLines={billing?.waiting ?? []}
          />
        )}
      </Card>
      <Coupon promotion={promotion} onChoose={setPromotion} product={price?.product ?? ''} />
      {renewedOrgId !== undefined && (
        <PayingCard orgId={renewedOrgId} chosenId={paymentMethodId} onChoose={setPaymentMethodId} />
      )}
      {problem && (
        <Failure text={problem.code === 'not_expired' ? t('orderedBefore') : problemText(problem)}>
          {isAlreadyOrdered(problem) && (
            <ButtonLink to={next}>{renewedOrgId === undefined ? t('firstSteps') : t('billing')}</ButtonLink>
          )}
        </Failure>
      )}
      <div className={styles.actions}>
        {renewedOrgId === undefined && (
          <Button busy={busy} onClick={() => void order(true)} {...disabledProps}>
            {t('startWithCard')}
          </Button>
        )}
        <Button kind="primary" busy={busy} onClick={() => void order(false)} {...disabledProps}>
          {renewedOrgId === undefined ? t('startFree') : t('payAndRenew')}
        </Button>
      </div>
      {renewedOrgId === undefined && <p className={styles.muted}>{t('cardLater')}</p>}
    </>
  )
}

type OrderOptions = {
  renewedOrgId: string | undefined
  orgId: string
  teams: number
  /** Where to go after the order. */
  next: string
  club: AnswerOf<'GET /rest-api/organization/details/{orgId}'> | undefined
  price: { id: string } | undefined
  promotion: Promotion | undefined
  paymentMethodId: string | undefined
}
/** Orders the subscription, and continues with the provider's card page or the next step. */
function useOrder({ renewedOrgId, orgId, teams, next, club, price, promotion, paymentMethodId }: OrderOptions) {
  const t = useTexts('subscriptions', english)
  const navigateIfShown = useNavigateIfShown()
  const draft = useDraft()
  const config = useSWRConfig()
  const cardPage = useCardPage(orgId)
  const [problem, setProblem] = useState<ApiProblem>()
  const { save, saving } = useSave(CREATE, {
    refreshes: [
      'GET /api/v1/playersAndTeams',
      'GET /api/v1/orgOverview/{orgId}',
      'GET /rest-api/organization/billing/{orgId}',
      'GET /rest-api/organization/billing-access/{orgId}',
    ],
    saved: renewedOrgId === undefined ? t('opened', { name: draft.orgName }) : t('renewed'),
  })
  async function order(opensCardPage: boolean): Promise<void> {
    if (!price) return
    setProblem(undefined)
    const organization = club
      ? { orgName: club.name, sport: club.sport.name as 'Other', timezone: club.timezone }
      : { orgName: draft.orgName, sport: draft.sport || ('Other' as const), timezone: draft.timezone }
    try {
      await save({
        body: {
          orgId,
          ...organization,
          teams,
          priceId: price.id,
          ...(promotion && { couponCode: promotion.code }),
          ...(paymentMethodId && { paymentMethodId }),
        },
      })
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      // Refreshes the clubs, since the order may have succeeded with its response lost.
      if (isAlreadyOrdered(error)) refresh(config, 'GET /api/v1/playersAndTeams')
      if (!error.isReported) setProblem(error)
      return
    }
    // A new club's draft ends on the next screen: without it this step would redirect to the first one.
    if (renewedOrgId !== undefined) endDraft()
    if (opensCardPage) return cardPage.open(next)
    navigateIfShown(next, { replace: true })
  }
  return { order, busy: saving || cardPage.saving, problem }
}
