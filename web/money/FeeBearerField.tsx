import { useTexts } from '../i18n.ts'
import type { Bound } from '../kit/form/useForm.ts'
import { Radios } from '../kit/Radios.tsx'
import english from './texts.en.json'

/** Who pays the provider's fees. */
export type FeeBearer = 'family' | 'club' | ''

export function FeeBearerField(field: Bound<FeeBearer>) {
  const t = useTexts('money', english)
  return (
    <Radios
      label={t('processingFee')}
      options={[
        { value: 'family', label: t('passedOn'), hint: t('passedOnHint') },
        { value: 'club', label: t('absorbed'), hint: t('absorbedHint') },
      ]}
      {...field}
    />
  )
}
