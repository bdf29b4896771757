/** Registers answers to the requests that only Retcon's own client makes. */
import { type Desk, limitRefusal } from '../session/desk';
import type { Requests } from '../protocol/protocol';

type Registers = <M extends keyof Requests>(
  method: M,
  answer: (params: Requests[M][0]) => Requests[M][1] | Promise<Requests[M][1]>,
) => void;

function refuse(error: unknown): never {
  throw limitRefusal(error);
}

/** What was typed before a question was asked, its answer knows of. */
export const answerRequests =
  (desk: Desk): Registers =>
  (method, answer) => {
    desk.connection.onRequest<unknown, void>(method, (params: Parameters<typeof answer>[0]): unknown => {
      desk.settle();
      try {
        const answered = answer(params);
        return answered instanceof Promise ? answered.catch(refuse) : answered;
      } catch (error) {
        return refuse(error);
      }
    });
  };
