import { useTexts } from '../i18n.ts'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { ErrorState } from '../kit/States.tsx'
import { Devices } from './Devices.tsx'
import { NameForm } from './NameForm.tsx'
import { Picture } from './Picture.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'
import { useProfile } from './useProfile.ts'

/** Who one is: the picture, which is saved as it is chosen, and the name. The same in the dialog and at its address. */
export function ProfilePage() {
  const t = useTexts('account', texts)
  const { data, error, isValidating, mutate, saveNames, putPicture, removePicture } = useProfile()
  if (!data && error)
    return (
      <ErrorState title={t('loadFailed')} retryLabel={t('retry')} onRetry={() => void mutate()} busy={isValidating} />
    )
  if (!data)
    return (
      <Skeletons label={t('loading')}>
        <Skeleton height="176px" />
        <Skeleton height="320px" />
      </Skeletons>
    )
  return (
    <div className={styles.page}>
      <Picture profile={data} put={putPicture} remove={removePicture} />
      <NameForm profile={data} save={saveNames} />
      <Devices />
    </div>
  )
}
