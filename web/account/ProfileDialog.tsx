import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { ProfilePage } from './ProfilePage.tsx'
import styles from './Profile.module.css'
import texts from './texts.en.json'

/** My Profile over the whole screen, from the account menu. */
export function ProfileDialog({ opened, close }: { opened: boolean; close: () => void }) {
  const t = useTexts('account', texts)
  return (
    <Dialog opened={opened} close={close} title={t('myProfile')} shape="full">
      <div className={styles.body}>
        <ProfilePage />
      </div>
    </Dialog>
  )
}
