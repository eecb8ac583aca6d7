import { useAnnouncement } from '../lib/announce';

/** The one place where changes are told to screen readers. */
export function LiveRegion() {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {useAnnouncement()}
    </div>
  );
}
