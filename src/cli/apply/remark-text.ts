import { isWrong, type Remark } from '../../config/remarks.ts';
import { differenceText } from './change-text.ts';

export function remarkLine(account: string, remark: Remark): string {
  return `${isWrong(remark) ? 'wrong' : 'kept'} ${account}: ${textOf(remark)}`;
}

function textOf(remark: Remark): string {
  switch (remark.kind) {
    case 'app-wins':
      return `ad ${remark.adNumber}: ${differenceText(remark.difference)}; the app wins`;
    case 'shadow':
      return `ad ${remark.adNumber}: ${differenceText(remark.difference)}; mode shadow sends nothing`;
    case 'for-life':
      return (
        `ad ${remark.adNumber}: ${differenceText(remark.difference)}; an ad keeps it for life: ` +
        'write what this ad is, or the number of the ad that is meant'
      );
    case 'unread':
      return `ad ${remark.adNumber}: ${remark.why}: take it out of the file, or write the number of the ad that is meant`;
    case 'intended':
      return `ad ${remark.name}: mode shadow would publish it, and sends nothing`;
  }
}
