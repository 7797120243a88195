import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { choose } from '../kit/confirm.ts'
import { continueWith, hasTwoInputs, moveArrivedInput, adoptVisitorInput, readStoredInputs } from './storedInputs.ts'
import { type Family, type RegistrationForm, readName, type Values } from './formValues.ts'
import english from './texts.en.json'

type Props = {
  registrationId: string
  form: RegistrationForm
  drafts: Family['drafts']
  skeleton: ReactNode
  children: ReactNode
}

/**
 * If a user typed something both before and after signing in, they choose which one the form continues with, before the form
 * reads either. Dismissing the question continues with their own, and it is asked again next time.
 */
export function ChooseInput({ registrationId, form, drafts, skeleton, children }: Props) {
  const t = useTexts('register', english)
  const [isAsking, setIsAsking] = useState(() => {
    // Input that has reached the server is no longer unsent, so there is nothing to choose.
    moveArrivedInput(registrationId, drafts)
    adoptVisitorInput(registrationId)
    return hasTwoInputs(registrationId)
  })
  const askWhich = useEffectEvent(async () => {
    const { own: ownInput, strangers: visitorInput } = readStoredInputs(registrationId)
    const toName = ({ answers = {} }: Partial<Values>) => fullName(readName(form, answers)) || t('noNameYet')
    const isVisitorInput = await choose({
      title: t('whichTyped'),
      lost: [
        t('typedEarlier', { name: toName(ownInput) }),
        t('typedBefore', { name: toName(visitorInput) }),
        t('otherGoes'),
      ],
      kept: null,
      no: t('goOnEarlier'),
      yes: t('goOnBefore'),
      kind: 'primary',
    })
    if (isVisitorInput !== undefined) continueWith(registrationId, isVisitorInput ? 'strangers' : 'own')
  })
  useEffect(() => {
    if (isAsking) void askWhich().then(() => setIsAsking(false))
  }, [isAsking])
  return isAsking ? skeleton : children
}
