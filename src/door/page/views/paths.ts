/** Where the page shows what. */
import type { AdPlace, OrderPlace } from '../page-desk.ts';

export const orderPath = ({ account, orderNumber }: OrderPlace): string => `/orders/${account}/${orderNumber}`;

export const adPath = ({ account, adNumber }: AdPlace): string => `/ads/${account}/${adNumber}`;
