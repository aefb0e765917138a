import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor, type ConnectionOptions } from '@temporalio/client';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type Call = ReturnType<Interceptor>;
type Metadata = Parameters<Call['start']>[0];

const cancelled = 1;
const details = 'the connection to Temporal was closed';

/** The calls of a connection: those that come when it was closed are refused. */
interface ClosingCalls {
  interceptors: Interceptor[];
  /** Refuses all calls from now on. Comes before the connection is closed. */
  close(): void;
}

/**
 * Returns the retries of Temporal's client (default: the usual ones), which end with the connection. The client begins the
 * next attempt of a call in a timer, and a channel that was closed meanwhile throws there, where no caller can catch it:
 * the process would end. An attempt of a closed connection is refused as a cancelled call instead, which its caller gets
 * and no one repeats.
 */
export function closingCalls(retry = defaultGrpcRetryOptions()): ClosingCalls {
  let isClosed = false;
  const lastDoor: Interceptor = (options, nextCall) => (isClosed ? refusedCall() : nextCall(options)) as Call;
  return {
    // The retry comes first: each of its attempts passes the door.
    interceptors: [makeGrpcRetryInterceptor(retry), lastDoor],
    close: () => {
      isClosed = true;
    },
  };
}

/** Nothing of it leaves the process. */
function refusedCall(): Pick<Call, keyof Call> {
  return {
    start: (metadata, listener) =>
      // Who starts a call is not ready for its end before it has sent.
      queueMicrotask(() => {
        listener?.onReceiveMessage?.(null);
        listener?.onReceiveStatus?.({ code: cancelled, details, metadata: emptied(metadata) });
      }),
    cancelWithStatus: ignore,
    sendMessage: ignore,
    sendMessageWithContext: ignore,
    startRead: ignore,
    halfClose: ignore,
    getPeer: () => 'closed',
    getAuthContext: () => null,
  };
}

/** What is sent with a call may hold the key of the server; an error is logged. */
function emptied(sent: Metadata): Metadata {
  const metadata = sent.clone();
  for (const name of Object.keys(metadata.toJSON())) metadata.remove(name);
  return metadata;
}

const ignore = (): void => undefined;
